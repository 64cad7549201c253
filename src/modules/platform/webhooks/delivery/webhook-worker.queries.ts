import { statement } from '#common/database/index.js';
import { isNotAhead } from '#common/events/event.queries.js';
import { TEST_EVENT_TYPE } from '../webhook.events.js';
import { attemptsSince, isAmong } from '../webhook-partitions.js';

/** The endpoint of an application. */
export interface EndpointRow {
  url: string;
  /** Only test events go to a disabled webhook. */
  is_disabled: boolean;
  is_failing: boolean;
  /** The application is inactive: its deliveries wait. */
  is_inactive: boolean;
}

/** The endpoint of application `$1`; none without a webhook. */
export const FIND_ENDPOINT = statement(
  'webhook-worker.endpoint',
  `SELECT webhook_url AS url, webhook_disabled_at IS NOT NULL AS is_disabled,
          webhook_failing_since IS NOT NULL AS is_failing, status = 'inactive' AS is_inactive
     FROM applications WHERE id = $1 AND webhook_url IS NOT NULL AND deleted_at IS NULL`,
);

/** Most deliveries of one aggregate that are read at once. */
export const MAX_PER_AGGREGATE = 10;

/** A delivery that is due, with its event; `data` is JSON text, whose numbers the driver would read as doubles. */
export interface DueRow {
  id: string;
  tries: number;
  event_id: string;
  /** The event's time as the database writes it, with microseconds. */
  event_at: string;
  type: string;
  timestamp: Date;
  data: string;
  aggregate: string;
}

/**
 * Marks up to `$2` deliveries of application `$1` as due whose next attempt has come, so that reads do not scan those that
 * wait for hours.
 */
export const MARK_DUE = statement(
  'webhook-worker.mark-due',
  `WITH due AS MATERIALIZED (
     SELECT id, event_at FROM webhook_deliveries
      WHERE application_id = $1 AND status = 'pending' AND NOT is_due AND next_attempt_at <= now() AND ${isNotAhead('event_at')}
      ORDER BY next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED
   )
   UPDATE webhook_deliveries SET is_due = TRUE WHERE ${isAmong('due')}`,
);

/** The due queue of application `$1`. */
const QUEUE = `application_id = $1 AND status = 'pending' AND is_due AND event_at < $8::timestamptz`;

const FIRST_OF_AGGREGATE = (inBulk: boolean): string => `
  (SELECT id, tries, event_id, event_at, sequence FROM webhook_deliveries
    WHERE ${QUEUE} AND in_bulk = ${inBulk} AND aggregate = aggregates.aggregate ORDER BY sequence LIMIT ${MAX_PER_AGGREGATE})`;

/**
 * The first deliveries, in order, of the next `$4` aggregates of application `$1` with due deliveries, in bulk or not (`$2`):
 * those after `$3` in alphabetical order, except `$5`. Each gets an equal share of `$6` deliveries, from 1 to
 * {@link MAX_PER_AGGREGATE}, in bulk or not. Only test events if `$7`. `$8` is some time after now, which leaves out the
 * partitions made ahead: a value, because empty partitions that the planner has to consider mislead it.
 *
 * It steps through the index from one aggregate to the next, so a queue of 100,000 costs as much as one of 10. Subqueries
 * that cannot be flattened force this plan, whatever the tables' statistics. A step looks into each partition that has begun:
 * events sent again, and those of an application that was inactive, are as old as events become.
 */
export const LIST_NEXT = statement(
  'webhook-worker.next',
  `WITH RECURSIVE walk (aggregate, place) AS (
     (SELECT aggregate, 1 FROM webhook_deliveries
       WHERE ${QUEUE} AND in_bulk = $2 AND aggregate > $3 ORDER BY aggregate LIMIT 1)
     UNION ALL
     SELECT (SELECT d.aggregate FROM webhook_deliveries d
              WHERE ${QUEUE} AND in_bulk = $2 AND d.aggregate > walk.aggregate ORDER BY d.aggregate LIMIT 1), place + 1
       FROM walk WHERE walk.aggregate IS NOT NULL AND place < $4::integer + cardinality($5::text[])
   ), aggregates AS MATERIALIZED (
     SELECT aggregate, place FROM walk WHERE aggregate IS NOT NULL AND aggregate <> ALL ($5::text[]) ORDER BY place LIMIT $4
   )
   SELECT d.id, d.tries, e.id AS event_id, d.event_at::text AS event_at, e.type, e.timestamp, e.data, aggregates.aggregate
     FROM aggregates
    CROSS JOIN LATERAL (
      SELECT * FROM (${FIRST_OF_AGGREGATE(false)} UNION ALL ${FIRST_OF_AGGREGATE(true)}) first
       ORDER BY sequence LIMIT (SELECT least(greatest($6::integer / greatest(count(*), 1), 1), ${MAX_PER_AGGREGATE}) FROM aggregates)) d
    CROSS JOIN LATERAL (
      SELECT id, type, timestamp, data::text AS data FROM events WHERE id = d.event_id AND timestamp = d.event_at LIMIT 1) e
    WHERE NOT $7::boolean OR e.type = '${TEST_EVENT_TYPE}'
    ORDER BY aggregates.place, d.sequence`,
);

/** The health of an endpoint before the recorded attempt. */
export interface HealthRow {
  is_failing: boolean;
  /** It has only failed for so long that the webhook is disabled. */
  is_overdue: boolean;
}

/**
 * Records an attempt of delivery `$1` of application `$2`: start `$3`, duration in ms `$4`, status code `$5`, error `$6`,
 * response `$7`. The delivery becomes `$8`; if pending, the next attempt is in `$9` seconds. A delivery cancelled meanwhile
 * stays cancelled unless it was delivered. `$10`: days of failure until overdue; `$11`: the time of the event.
 */
export const RECORD_ATTEMPT = statement(
  'webhook-worker.record',
  `WITH attempt AS (
     INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms, status_code, error, response)
     SELECT $1, coalesce(max(number), 0) + 1, $3, $4, $5, $6, $7 FROM webhook_attempts
      WHERE delivery_id = $1 AND ${attemptsSince('$11::timestamptz', 'started_at')}
   ), changed AS (
     UPDATE webhook_deliveries
        SET status = $8, tries = tries + 1,
            is_due = $8 <> 'pending',
            next_attempt_at = CASE WHEN $8 = 'pending' THEN clock_timestamp() + make_interval(secs => $9) ELSE next_attempt_at END,
            finished_at = CASE WHEN $8 = 'pending' THEN NULL ELSE clock_timestamp() END
      WHERE id = $1 AND event_at = $11::timestamptz AND (status = 'pending' OR (status = 'cancelled' AND $8 = 'delivered'))
   )
   SELECT webhook_failing_since IS NOT NULL AS is_failing,
          coalesce(webhook_failing_since < clock_timestamp() - make_interval(days => $10), FALSE) AS is_overdue
     FROM applications WHERE id = $2`,
);

/**
 * Active applications with a webhook and due deliveries. With EXISTS the planner may scan the table, expecting a row soon;
 * ORDER BY with LIMIT makes it use the index.
 */
export const FIND_DUE_APPLICATIONS = statement(
  'webhook-worker.due-applications',
  `SELECT a.id FROM applications a
    WHERE a.webhook_url IS NOT NULL AND a.deleted_at IS NULL AND a.status <> 'inactive'
      AND coalesce(
        (SELECT TRUE FROM webhook_deliveries
          WHERE application_id = a.id AND status = 'pending' AND is_due AND ${isNotAhead('event_at')}
          ORDER BY in_bulk, aggregate, sequence LIMIT 1),
        (SELECT next_attempt_at <= now() FROM webhook_deliveries
          WHERE application_id = a.id AND status = 'pending' AND NOT is_due AND ${isNotAhead('event_at')}
          ORDER BY next_attempt_at LIMIT 1),
        FALSE)`,
);
