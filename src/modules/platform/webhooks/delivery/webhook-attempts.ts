import { Injectable, Logger } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { SentTokens, withoutTokens } from '#common/events/index.js';
import type { DeliveryStatus } from '../log/webhook-delivery.entity.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { evaluateAttempt, type Verdict } from './webhook-schedule.rules.js';
import { type Attempt, WebhookSender } from './webhook-sender.js';
import { TEST_EVENT_TYPE } from '../webhook.events.js';
import { type DueRow, type HealthRow, RECORD_ATTEMPT } from './webhook-worker.queries.js';
import { IsNull } from 'typeorm';
import { callerWithoutRequest } from '#common/access/index.js';
import {
  Application,
  ApplicationJournal,
  lockApplication,
  type WebhookDisabledReason,
} from '../../client-apps/index.js';

/** The service itself, as caller. No user has this uid. */
const SYSTEM = callerWithoutRequest('webhook-delivery', { uid: 0, username: 'system' });

/** Days of continuous failure after which a webhook is disabled. See docs/spec/service.md#7. */
const MAX_FAILING_DAYS = 5;

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

/** Characters of an error in the log. */
const MAX_ERROR = 300;

const STATUS_AFTER: Readonly<Record<Verdict['outcome'], DeliveryStatus>> = {
  delivered: 'delivered',
  retry: 'pending',
  failed: 'failed',
  gone: 'failed',
};

/** Makes attempts, records them, and updates the endpoint's health. See docs/spec/service.md#7. */
@Injectable()
export class WebhookAttempts {
  constructor(
    private readonly db: Database,
    private readonly sender: WebhookSender,
    private readonly health: WebhookHealth,
    private readonly metrics: WebhookMetrics,
    private readonly tokens: SentTokens,
  ) {}

  /**
   * Makes one attempt, with tokens that are made for it. An aborted one is not recorded: the delivery stays due, for another instance.
   * @throws database errors; the attempt may then have arrived unrecorded, and is made again
   */
  async make(
    applicationId: string,
    url: string,
    secrets: readonly string[],
    due: DueRow,
    signal: AbortSignal,
  ): Promise<void> {
    const { json: data, tokens } = await this.tokens.fill(due.type, due.data);
    const attempt = await this.sender.send(url, secrets, { ...due, data }, signal);
    if (signal.aborted && attempt.status === undefined) return;
    const isTest = due.type === TEST_EVENT_TYPE;
    const verdict = evaluateAttempt(attempt, due.tries + 1, isTest, Date.now(), Math.random());
    const before = await this.record(applicationId, due, attempt, tokens, verdict);
    this.metrics.countAttempt(verdict.outcome, attempt.durationMs);
    // Test events do not affect the health.
    if (isTest || before === undefined) return;
    if (verdict.outcome === 'delivered') await this.health.succeeded(applicationId, url, before);
    else await this.health.failed(applicationId, url, before, verdict.outcome === 'gone');
  }

  /** An endpoint may answer with what it was sent: the tokens of that are not kept. */
  private record(
    id: string,
    due: DueRow,
    attempt: Attempt,
    tokens: readonly string[],
    verdict: Verdict,
  ): Promise<HealthRow | undefined> {
    return this.db.queryOne<HealthRow>(null, RECORD_ATTEMPT, [
      due.id,
      id,
      attempt.startedAt,
      attempt.durationMs,
      attempt.status ?? null,
      attempt.error?.slice(0, MAX_ERROR) ?? null,
      attempt.response === undefined ? null : withoutTokens(attempt.response, tokens),
      STATUS_AFTER[verdict.outcome],
      verdict.outcome === 'retry' ? verdict.delaySeconds : 0,
      MAX_FAILING_DAYS,
      due.event_at,
    ]);
  }
}
