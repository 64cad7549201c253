import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { ApplicationsService } from '../../client-apps/index.js';
import { IS_KEPT, OF_DELIVERY } from './webhook-deliveries.queries.js';
import { deliveryFilters, WebhookDeliveries } from './webhook-deliveries.service.js';
import type { DeliveryView, QueuedView, ResentView } from './webhook-delivery.dto.js';
import { enabledWebhooks, HAS_SECRET, isAmong, lockEnabledWebhook } from '../webhook-partitions.js';
import { OWN_EVENTS, TEST_EVENT_TYPE } from '../webhook.events.js';
import { validateReplaySince } from './webhook-replay.rules.js';
import { WebhookWakeUp } from '../outbox/webhook-wake-up.js';
import type { RedeliverAllDto, RedeliverSinceDto } from '../webhook.dto.js';
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
    SELECT e.id, e.sequence, e.timestamp, e.type, e.aggregate_type || ':' || e.aggregate_id AS aggregate
      FROM events e LEFT JOIN webhook_deliveries d ON d.event_id = e.id AND d.event_at = e.timestamp AND d.application_id = $1
     WHERE e.timestamp >= $2 AND ${isNotAhead('e.timestamp')}
       AND (e.type = ANY ($3::text[]) OR ('${ALL_EVENTS}' = ANY ($3::text[]) AND e.type <> '${TEST_EVENT_TYPE}'))
       AND (e.type <> ALL ($4::text[]) OR e.data ->> 'application_id' = $1::uuid::text)
       AND e.type <> ALL ($7::text[])
       AND (NOT $5 OR d.status IS DISTINCT FROM 'delivered')
     ORDER BY e.timestamp, e.sequence LIMIT $6::integer + 1
  ), queued AS (
    INSERT INTO webhook_deliveries (id, application_id, event_id, event_at, event_type, next_attempt_at, aggregate, in_bulk)
    SELECT gen_random_uuid(), $1, id, timestamp, type, now(), aggregate, TRUE
      FROM (SELECT id, timestamp, type, sequence, aggregate FROM due ORDER BY timestamp, sequence LIMIT $6) fitting ORDER BY sequence
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

/** Most deliveries to all applications that one request queues, and that are counted. */
const MAX_RESENT = 10_000;
const MAX_COUNTED = 100_000;

/** What a request for all applications has queued. */
interface ResentRow {
  found: number;
  allowed: number;
  queued: number;
  applications: string[];
}

/**
 * Queues the first deliveries of some, from the start of the retry schedule and behind single ones; those that wait for a
 * later attempt are left out. Not a prepared statement, as {@link REDELIVER_SINCE}.
 * @param where which deliveries `d`
 * @param enabled placeholder of the applications whose webhook is enabled
 * @param secrets placeholder of the types of events with a secret
 * @param most placeholder of how many
 */
const redeliverAll = (where: string, enabled: string, secrets: string, most: string): string => `
  WITH found AS MATERIALIZED (
    SELECT d.id, d.event_at, d.created_at, d.application_id,
           d.application_id = ANY (${enabled}::uuid[]) AND e.type <> ALL (${secrets}::text[]) AS is_allowed
      FROM webhook_deliveries d JOIN events e ON ${OF_DELIVERY}
     WHERE ${where} AND ${IS_KEPT} AND (d.status <> 'pending' OR d.next_attempt_at <= now())
     ORDER BY d.created_at, d.id LIMIT ${MAX_COUNTED}
  ), chosen AS MATERIALIZED (
    SELECT id, event_at FROM found WHERE is_allowed ORDER BY created_at, id LIMIT ${most}::integer
  ), queued AS (
    UPDATE webhook_deliveries
       SET status = 'pending', tries = 0, next_attempt_at = now(), finished_at = NULL, is_due = TRUE, in_bulk = TRUE
     WHERE ${isAmong('chosen')}
    RETURNING application_id
  )
  SELECT (SELECT count(*) FROM found) AS found, (SELECT count(*) FROM found WHERE is_allowed) AS allowed,
         (SELECT count(*) FROM queued) AS queued, ARRAY(SELECT DISTINCT application_id FROM queued) AS applications`;

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
    private readonly applications: ApplicationsService,
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
   * Sends deliveries to all applications again, oldest first, at most {@link MAX_RESENT}; those to webhooks that are disabled or
   * removed, and those with a secret, are left out. A dry run only counts.
   * @throws AppError NOT_FOUND for an `application_id` that does not exist
   */
  async all(caller: Caller, { dry_run: isDry = false, ...filters }: RedeliverAllDto): Promise<ResentView> {
    if (filters.application_id !== undefined) await this.applications.read(filters.application_id);
    return this.db.transaction(async (tx) => {
      const which = deliveryFilters(filters);
      const enabled = which.bind(await enabledWebhooks(tx, filters.application_id));
      const [secrets, most] = [which.bind(secretTypes()), which.bind(isDry ? 0 : MAX_RESENT)];
      const sql = which.planned((where) => redeliverAll(where, enabled, secrets, most));
      const { found, allowed, ...done } = (await this.db.queryOne<ResentRow>(tx, sql, which.values))!;
      const queued = isDry ? Math.min(allowed, MAX_RESENT) : done.queued;
      const told = { queued, left: allowed - queued, left_out: found - allowed };
      if (isDry) return told;
      const act = { action: 'webhook_delivery.redeliver_all', entityType: 'webhook_delivery', entityId: 'all' };
      await this.audit.record(tx, caller, { ...act, after: { ...filters, ...told } });
      for (const id of done.applications) this.wakeUp.afterCommit(tx, id);
      return told;
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
