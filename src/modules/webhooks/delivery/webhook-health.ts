import { Injectable, Logger } from '@nestjs/common';
import type { Caller } from '../../../common/access/index.js';
import { Database } from '../../../common/database/index.js';
import { ApplicationJournal, lockApplication, type WebhookDisabledReason } from '../../client-apps/index.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { BEGIN_FAILING, END_FAILING, type HealthRow } from './webhook-worker.queries.js';

/** Who disables a webhook: the service itself. No user has this number. */
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

/** Days of nothing but failure after which a webhook is disabled. Section 7 of the decisions. */
export const MAX_FAILING_DAYS = 5;

/** Watches how webhooks fare, and disables those that are gone or fail for days. Section 7 of the decisions. */
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
    if (before.is_failing) await this.db.change(null, END_FAILING, [applicationId, url]);
  }

  /**
   * Notes that a delivery has failed.
   * @param isGone whether the endpoint has said that it is gone
   */
  async failed(applicationId: string, url: string, before: HealthRow, isGone: boolean): Promise<void> {
    if (isGone) return this.disable(applicationId, url, 'gone');
    if (before.is_overdue) return this.disable(applicationId, url, 'failing');
    if (!before.is_failing) await this.db.change(null, BEGIN_FAILING, [applicationId, url]);
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
    this.metrics.wasDisabled(reason);
    this.logger.warn(`the webhook of application ${id} is disabled: ${reason}`);
  }
}
