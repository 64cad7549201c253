import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import type { DeliveryStatus } from '../log/webhook-delivery.entity.js';
import { MAX_FAILING_DAYS, WebhookHealth } from './webhook-health.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { evaluateAttempt, type Verdict } from './webhook-schedule.rules.js';
import { WebhookSender, type Attempt } from './webhook-sender.js';
import { TEST_EVENT_TYPE } from '../webhook.events.js';
import { RECORD_ATTEMPT, type DueRow, type HealthRow } from './webhook-worker.queries.js';

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
  ) {}

  /**
   * Makes one attempt. An aborted one is not recorded: the delivery stays due, for another instance.
   * @throws database errors; the attempt may then have arrived unrecorded, and is made again
   */
  async make(
    applicationId: string,
    url: string,
    secrets: readonly string[],
    due: DueRow,
    signal: AbortSignal,
  ): Promise<void> {
    const attempt = await this.sender.send(url, secrets, due, signal);
    if (signal.aborted && attempt.status === undefined) return;
    const isTest = due.type === TEST_EVENT_TYPE;
    const verdict = evaluateAttempt(attempt, due.tries + 1, isTest, Date.now(), Math.random());
    const before = await this.record(applicationId, due, attempt, verdict);
    this.metrics.countAttempt(verdict.outcome, attempt.durationMs);
    // Test events do not affect the health.
    if (isTest || before === undefined) return;
    if (verdict.outcome === 'delivered') await this.health.succeeded(applicationId, url, before);
    else await this.health.failed(applicationId, url, before, verdict.outcome === 'gone');
  }

  private record(id: string, due: DueRow, attempt: Attempt, verdict: Verdict): Promise<HealthRow | undefined> {
    return this.db.queryOne<HealthRow>(null, RECORD_ATTEMPT, [
      due.id,
      id,
      attempt.startedAt,
      attempt.durationMs,
      attempt.status ?? null,
      attempt.error?.slice(0, MAX_ERROR) ?? null,
      attempt.response ?? null,
      STATUS_AFTER[verdict.outcome],
      verdict.outcome === 'retry' ? verdict.delaySeconds : 0,
      MAX_FAILING_DAYS,
      due.event_at,
    ]);
  }
}
