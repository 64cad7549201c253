import { statement } from '#common/database/index.js';
import { isKept, isNotAhead } from '#common/events/event.queries.js';
import { ALL_EVENTS } from '#common/events/event-types.js';
import { TEST_EVENT_TYPE } from '../webhook.events.js';
import type { DeliveryStatus } from './webhook-delivery.entity.js';

/** The result of a replay. */
export interface ReplayRow {
  queued: number;
  /** The time of the first event that did not fit. */
  next_since: Date | null;
}

/**
 * Queues the first `$6` events since `$2` for application `$1`: those of its subscribed types `$3`; of the types `$4` only
 * those about itself; if `$5` only those not delivered. Events without a delivery get one. All get a new sequence in the
 * order of the events, which keeps the order within each aggregate, and go behind single new events.
 *
 * Not a prepared statement: a plan made while the tables were small takes quadratic time once they are large.
 */
export const REDELIVER_SINCE = `
  WITH due AS MATERIALIZED (
    SELECT e.id, e.sequence, e.timestamp, e.aggregate_type || ':' || e.aggregate_id AS aggregate
      FROM events e LEFT JOIN webhook_deliveries d ON d.event_id = e.id AND d.event_at = e.timestamp AND d.application_id = $1
     WHERE e.timestamp >= $2 AND ${isNotAhead('e.timestamp')}
       AND (e.type = ANY ($3::text[]) OR ('${ALL_EVENTS}' = ANY ($3::text[]) AND e.type <> '${TEST_EVENT_TYPE}'))
       AND (e.type <> ALL ($4::text[]) OR e.data ->> 'application_id' = $1::uuid::text)
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
export interface RequeuedRow {
  status: DeliveryStatus;
}

/** Queues delivery `$1` of application `$2` from the start of the retry schedule, ahead of bulk deliveries. */
export const REDELIVER = statement(
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
