import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import type { DeliveryView, QueuedView } from './webhook-delivery.dto.js';
import { HAS_SECRET, lockEnabledWebhook } from '../webhook-partitions.js';
import { OWN_EVENTS, TEST_EVENT_TYPE } from '../webhook.events.js';
import { validateReplaySince } from './webhook-replay.rules.js';
import { WebhookWakeUp } from '../outbox/webhook-wake-up.js';
import type { RedeliverSinceDto } from '../webhook.dto.js';
import { isKept, isNotAhead } from '#common/events/event.queries.js';
import { ALL_EVENTS, secretsOf, secretTypes } from '#common/events/event-types.js';
import type { DeliveryStatus } from './webhook-delivery.entity.js';

/** The result of a replay. */
interface ReplayRow {
  queued: number;
  /** The time of the first event that did not fit. */
  next_since: Date | null;
}

/**
 * Queues the first `$6` events since `$2` for application `$1`: those of its subscribed types `$3`; of the types `$4` only
 * those about itself, none of the types `$7`; if `$5` only those not delivered. Events without a delivery get one. All get a new sequence in the
 * order of the events, which keeps the order within each aggregate, and go behind single new events.
 *
 * Not a prepared statement: a plan made while the tables were small takes quadratic time once they are large.
 */
const REDELIVER_SINCE = `
  WITH due AS MATERIALIZED (
    SELECT e.id, e.sequence, e.timestamp, e.aggregate_type || ':' || e.aggregate_id AS aggregate
      FROM events e LEFT JOIN webhook_deliveries d ON d.event_id = e.id AND d.event_at = e.timestamp AND d.application_id = $1
     WHERE e.timestamp >= $2 AND ${isNotAhead('e.timestamp')}
       AND (e.type = ANY ($3::text[]) OR ('${ALL_EVENTS}' = ANY ($3::text[]) AND e.type <> '${TEST_EVENT_TYPE}'))
       AND (e.type <> ALL ($4::text[]) OR e.data ->> 'application_id' = $1::uuid::text)
       AND e.type <> ALL ($7::text[])
       AND (NOT $5 OR d.status IS DISTINCT FROM 'delivered')
     ORDER BY e.timestamp, e.sequence LIMIT $6::integer + 1
  ), queued AS (
    INSERT INTO webhook_deliveries (id, application_id, event_id, event_at, next_attempt_at, aggregate, in_bulk)
    SELECT gen_random_uuid(), $1, id, timestamp, now(), aggregate, TRUE
      FROM (SELECT id, timestamp, sequence, aggregate FROM due ORDER BY timestamp, sequence LIMIT $6) fitting ORDER BY sequence
        ON CONFLICT (event_id, application_id, event_at) DO UPDATE
       SET sequence = EXCLUDED.sequence, status = 'pending', tries = 0, next_attempt_at = EXCLUDED.next_attempt_at,
           finished_at = NULL, is_due = TRUE, in_bulk = TRUE
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM queued) AS queued,
         (SELECT timestamp FROM due ORDER BY timestamp, sequence OFFSET $6) AS next_since`;

/** The status of a delivery before it was queued again. */
interface RequeuedRow {
  status: DeliveryStatus;
}

/** Queues delivery `$1` of application `$2` from the start of the retry schedule, ahead of bulk deliveries. */
const REDELIVER = statement(
  'webhook-replay.redeliver',
  `WITH before AS MATERIALIZED (
     SELECT id, event_at, status FROM webhook_deliveries
      WHERE id = $1 AND application_id = $2 AND ${isKept('event_at')} FOR UPDATE
   )
   UPDATE webhook_deliveries d
      SET status = 'pending', tries = 0, next_attempt_at = now(), finished_at = NULL, is_due = TRUE, in_bulk = FALSE
     FROM before WHERE d.id = before.id AND d.event_at = before.event_at
   RETURNING before.status`,
);

/** Most deliveries that one replay queues: one statement must end within its time-out. */
const MAX_REPLAYED = 100_000;

/** Sends events again. See docs/spec/service.md#7 and #8. */
@Injectable()
export class WebhookReplay {
  constructor(
    private readonly db: Database,
    private readonly deliveries: WebhookDeliveries,
    private readonly wakeUp: WebhookWakeUp,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Sends a delivery again now, whatever its status, from the start of the retry schedule. It keeps its event id.
   * @throws AppError NOT_FOUND, also for another application's delivery; CONFLICT without a webhook, when it is disabled, and
   *   for an event with a secret, which may be meant for a former URL
   */
  async one(caller: Caller, applicationId: string, deliveryId: string): Promise<DeliveryView> {
    return this.db.transaction(async (tx) => {
      await lockEnabledWebhook(tx, applicationId);
      const before = await this.db.queryOne<RequeuedRow>(tx, REDELIVER, [deliveryId, applicationId]);
      if (before === undefined) throw AppError.notFound('delivery');
      const after = await this.deliveries.summary(tx, applicationId, deliveryId);
      if (secretsOf(after.event_type).length > 0) throw AppError.of(HAS_SECRET);
      await this.audit.record(tx, caller, {
        action: 'webhook_delivery.redeliver',
        entityType: 'webhook_delivery',
        entityId: deliveryId,
        before,
        after: { status: after.status, application_id: applicationId, event_id: after.event_id },
      });
      this.wakeUp.afterCommit(tx, applicationId);
      return after;
    });
  }

  /**
   * Sends again, in order, the events since a time that the webhook subscribes to, at most {@link MAX_REPLAYED}; also those
   * that were never sent because it was disabled, not registered or not subscribed; but none with a secret.
   * @returns how many were queued, and the time to continue with if there are more
   * @throws AppError NOT_FOUND; VALIDATION on `since`; CONFLICT without a webhook, or when it is disabled
   */
  async since(caller: Caller, applicationId: string, dto: RedeliverSinceDto): Promise<QueuedView> {
    const { failed_only = false } = dto;
    const since = new Date(dto.since);
    return this.db.transaction(async (tx) => {
      const { webhookEvents } = await lockEnabledWebhook(tx, applicationId);
      const problem = validateReplaySince(since, new Date());
      if (problem !== undefined) throw AppError.ofField('VALIDATION', 'since', problem);
      const values = [applicationId, since, webhookEvents, OWN_EVENTS, failed_only, MAX_REPLAYED, secretTypes()];
      const [{ queued, next_since }] = await tx.query<[ReplayRow]>(REDELIVER_SINCE, values);
      const done = { queued, next_since: next_since?.toISOString() ?? null };
      await this.audit.record(tx, caller, {
        action: 'webhook_delivery.redeliver_since',
        entityType: 'application',
        entityId: applicationId,
        after: { since: since.toISOString(), failed_only, ...done },
      });
      this.wakeUp.afterCommit(tx, applicationId);
      return done;
    });
  }
}
