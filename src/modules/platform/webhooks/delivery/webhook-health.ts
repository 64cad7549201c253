import { Injectable, Logger } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { Database } from '#common/database/index.js';
import {
  ApplicationJournal,
  Application,
  lockApplication,
  type WebhookDisabledReason,
} from '../../client-apps/index.js';
import { WebhookMetrics } from './webhook-metrics.js';
import type { HealthRow } from './webhook-worker.queries.js';

/** The service itself, as caller. No user has this uid. */
const SYSTEM: Caller = {
  uid: 0,
  username: 'system',
  roles: [],
  actsFor: 0,
  sessionId: '',
  application: null,
  ip: '127.0.0.1',
  requestId: 'webhook-delivery',
};

/** Days of continuous failure after which a webhook is disabled. See docs/spec/service.md#7. */
export const MAX_FAILING_DAYS = 5;

/** Tracks the health of webhooks, and disables those that are gone or fail for days. See docs/spec/service.md#7. */
@Injectable()
export class WebhookHealth {
  private readonly logger = new Logger(WebhookHealth.name);

  constructor(
    private readonly db: Database,
    private readonly journal: ApplicationJournal,
    private readonly metrics: WebhookMetrics,
  ) {}

  /**
   * Notes that a delivery has arrived.
   * @param url that it was sent to; another one has a health of its own
   */
  async succeeded(applicationId: string, url: string, before: HealthRow): Promise<void> {
    if (!before.is_failing) return;
    await this.db.manager.update(Application, { id: applicationId, webhookUrl: url }, { webhookFailingSince: null });
  }

  /**
   * Notes that a delivery has failed.
   * @param isGone whether the endpoint has said that it is gone
   */
  async failed(applicationId: string, url: string, before: HealthRow, isGone: boolean): Promise<void> {
    if (isGone) return this.disable(applicationId, url, 'gone');
    if (before.is_overdue) return this.disable(applicationId, url, 'failing');
    if (before.is_failing) return;
    const healthy = { id: applicationId, webhookUrl: url, webhookFailingSince: IsNull() };
    await this.db.manager.update(Application, healthy, { webhookFailingSince: () => 'clock_timestamp()' });
  }

  private async disable(id: string, url: string, reason: WebhookDisabledReason): Promise<void> {
    const done = await this.db.transaction(async (tx) => {
      const application = await lockApplication(tx, id);
      // Its admin may have been faster.
      if (application.webhookUrl !== url || application.webhookDisabledAt !== null) return false;
      application.webhookDisabledAt = new Date();
      application.webhookDisabledReason = reason;
      await tx.save(application);
      const after = { url, disabled_reason: reason, failing_since: application.webhookFailingSince };
      await this.journal.record(tx, SYSTEM, 'webhook.disable', id, { after });
      return true;
    });
    if (!done) return;
    this.metrics.countDisabled(reason);
    this.logger.warn(`the webhook of application ${id} is disabled: ${reason}`);
  }
}
