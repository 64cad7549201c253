import { statement } from '../../../common/database/index.js';
import { ALL_EVENTS, TEST_EVENT_TYPE } from '../../../common/events/event-types.js';

/** Queues delivery `$1` of application `$2` again, from the start of the retry schedule; gives what it was before. */
export const REDELIVER = statement(
  'webhook-replay.one',
  `UPDATE webhook_deliveries d
      SET status = 'pending', tries = 0, next_attempt_at = now(), finished_at = NULL, is_due = TRUE, in_bulk = FALSE,
          aggregate = e.aggregate_type || ':' || e.aggregate_id
     FROM (SELECT id, event_id, status FROM webhook_deliveries WHERE id = $1 AND application_id = $2 FOR UPDATE) before
     JOIN events e ON e.id = before.event_id
    WHERE d.id = before.id
RETURNING before.status`,
);

/** What a replay has done. */
export interface ReplayRow {
  queued: number;
  /** The time of the first event that did not fit. */
  next_since: Date | null;
}

/**
 * Queues the events since `$2` for application `$1`: those of the types `$3` that it listens to; of the types `$4` only
 * those about itself; all, or if `$5` those that were not delivered; the first `$6`. Events that it was never told of,
 * since it was not listening, get a delivery now. All get a new sequence in the order of the events, so that those of one
 * aggregate are sent in their order, old deliveries and new ones alike; and they let pass what happens meanwhile.
 *
 * Not a prepared statement: a plan that was made while the tables were small takes quadratic time once they are large.
 */
export const REDELIVER_SINCE = `
  WITH due AS MATERIALIZED (
    SELECT e.id, e.sequence, e.timestamp, e.aggregate_type || ':' || e.aggregate_id AS aggregate
      FROM events e LEFT JOIN webhook_deliveries d ON d.event_id = e.id AND d.application_id = $1
     WHERE e.timestamp >= $2
       AND (e.type = ANY ($3::text[]) OR ('${ALL_EVENTS}' = ANY ($3::text[]) AND e.type <> '${TEST_EVENT_TYPE}'))
       AND (e.type <> ALL ($4::text[]) OR e.data ->> 'application_id' = $1::uuid::text)
       AND (NOT $5 OR d.status IS DISTINCT FROM 'delivered')
     ORDER BY e.timestamp, e.sequence LIMIT $6::integer + 1
  ), queued AS (
    INSERT INTO webhook_deliveries (id, application_id, event_id, next_attempt_at, aggregate, in_bulk)
    SELECT gen_random_uuid(), $1, id, now(), aggregate, TRUE
      FROM (SELECT id, sequence, aggregate FROM due ORDER BY timestamp, sequence LIMIT $6) fitting ORDER BY sequence
        ON CONFLICT (event_id, application_id) DO UPDATE
       SET sequence = EXCLUDED.sequence, status = 'pending', tries = 0, next_attempt_at = EXCLUDED.next_attempt_at,
           finished_at = NULL, is_due = TRUE, in_bulk = TRUE, aggregate = EXCLUDED.aggregate
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM queued) AS queued,
         (SELECT timestamp FROM due ORDER BY timestamp, sequence OFFSET $6) AS next_since`;
