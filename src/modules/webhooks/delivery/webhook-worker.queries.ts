import { statement } from '../../../common/database/index.js';
import { TEST_EVENT_TYPE } from '../../../common/events/event-types.js';

/** Where the deliveries of an application go. */
export interface EndpointRow {
  url: string;
  /** Only test events go to a disabled webhook. */
  is_disabled: boolean;
  is_failing: boolean;
  /** Its deliveries wait. */
  is_inactive: boolean;
}

/** The endpoint of application `$1`; none without a webhook. */
export const FIND_ENDPOINT = statement(
  'webhook-worker.endpoint',
  `SELECT webhook_url AS url, webhook_disabled_at IS NOT NULL AS is_disabled,
          webhook_failing_since IS NOT NULL AS is_failing, status = 'inactive' AS is_inactive
     FROM applications WHERE id = $1 AND webhook_url IS NOT NULL AND deleted_at IS NULL`,
);

/** Most deliveries of one thing that are read at once: then it is the turn of the others. */
export const MAX_OF_ONE = 10;

/** A delivery that is due, with its event; `data` is JSON text, whose numbers the driver would read as doubles. */
export interface DueRow {
  id: string;
  tries: number;
  event_id: string;
  type: string;
  timestamp: Date;
  data: string;
  aggregate: string;
}

/**
 * Lets up to `$2` deliveries to application `$1` be sent whose time for another attempt has come. Each is written once for
 * an attempt, so that nobody has to look past those that wait for hours.
 */
export const LET_BEGIN = statement(
  'webhook-worker.let-begin',
  `UPDATE webhook_deliveries SET is_due = TRUE
    WHERE id = ANY (ARRAY(
      SELECT id FROM webhook_deliveries
       WHERE application_id = $1 AND status = 'pending' AND NOT is_due AND next_attempt_at <= now()
       ORDER BY next_attempt_at LIMIT $2 FOR UPDATE SKIP LOCKED))`,
);

/** The queue of application `$1`, as far as it may be sent. */
const QUEUE = `application_id = $1 AND status = 'pending' AND is_due`;

const FIRST_OF_THING = (inBulk: boolean): string => `
  (SELECT id, tries, event_id, sequence FROM webhook_deliveries
    WHERE ${QUEUE} AND in_bulk = ${inBulk} AND aggregate = things.aggregate ORDER BY sequence LIMIT ${MAX_OF_ONE})`;

/**
 * The first deliveries, in their order, of the next `$4` things of application `$1` that have something due, in bulk or not
 * (`$2`): of those whose names come after `$3`, but for the things `$5`. Of each there are as many as fit into `$6` in all,
 * at least 1 and at most {@link MAX_OF_ONE}, those in bulk among them or not. Only test events if `$7`.
 *
 * It walks through the index from one thing to the next, and so reads as much of a queue of 100,000 as of one of 10.
 * Subqueries that the planner cannot dissolve keep it from any other way, whatever it believes of the tables.
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
   ), things AS MATERIALIZED (
     SELECT aggregate, place FROM walk WHERE aggregate IS NOT NULL AND aggregate <> ALL ($5::text[]) ORDER BY place LIMIT $4
   )
   SELECT d.id, d.tries, e.id AS event_id, e.type, e.timestamp, e.data, things.aggregate
     FROM things
    CROSS JOIN LATERAL (
      SELECT * FROM (${FIRST_OF_THING(false)} UNION ALL ${FIRST_OF_THING(true)}) first
       ORDER BY sequence LIMIT (SELECT least(greatest($6::integer / greatest(count(*), 1), 1), ${MAX_OF_ONE}) FROM things)) d
    CROSS JOIN LATERAL (
      SELECT id, type, timestamp, data::text AS data FROM events WHERE id = d.event_id LIMIT 1) e
    WHERE NOT $7::boolean OR e.type = '${TEST_EVENT_TYPE}'
    ORDER BY things.place, d.sequence`,
);

/** How an application fared before the attempt that is being recorded. */
export interface HealthRow {
  is_failing: boolean;
  /** Nothing but failure for so long that the service stops. */
  is_overdue: boolean;
}

/**
 * Records an attempt of delivery `$1` of application `$2`: when it began `$3`, its milliseconds `$4`, the status of the
 * answer `$5`, the error `$6`, the answer `$7`. The delivery becomes `$8`; if that is pending, the next attempt is in `$9`
 * seconds. One that was cancelled meanwhile stays so, unless it has arrived. Days after which it is overdue: `$10`.
 */
export const RECORD_ATTEMPT = statement(
  'webhook-worker.record',
  `WITH attempt AS (
     INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms, status_code, error, response)
     SELECT $1, coalesce(max(number), 0) + 1, $3, $4, $5, $6, $7 FROM webhook_attempts WHERE delivery_id = $1
   ), changed AS (
     UPDATE webhook_deliveries
        SET status = $8, tries = tries + 1,
            is_due = $8 <> 'pending',
            next_attempt_at = CASE WHEN $8 = 'pending' THEN clock_timestamp() + make_interval(secs => $9) ELSE next_attempt_at END,
            finished_at = CASE WHEN $8 = 'pending' THEN NULL ELSE clock_timestamp() END
      WHERE id = $1 AND (status = 'pending' OR (status = 'cancelled' AND $8 = 'delivered'))
   )
   SELECT webhook_failing_since IS NOT NULL AS is_failing,
          coalesce(webhook_failing_since < clock_timestamp() - make_interval(days => $10), FALSE) AS is_overdue
     FROM applications WHERE id = $2`,
);

/** The webhook `$2` of application `$1` has begun to fail. */
export const BEGIN_FAILING = statement(
  'webhook-worker.begin-failing',
  `UPDATE applications SET webhook_failing_since = clock_timestamp()
    WHERE id = $1 AND webhook_url = $2 AND webhook_failing_since IS NULL`,
);

/** The webhook `$2` of application `$1` works again. */
export const END_FAILING = statement(
  'webhook-worker.end-failing',
  `UPDATE applications SET webhook_failing_since = NULL
    WHERE id = $1 AND webhook_url = $2 AND webhook_failing_since IS NOT NULL`,
);

/**
 * Applications that have a webhook, are not inactive, and have something due. Where EXISTS would do, the planner may read a
 * table from its beginning, believing that a row will be found soon; asked for the first in order, it takes the index.
 */
export const FIND_DUE_APPLICATIONS = statement(
  'webhook-worker.due-applications',
  `SELECT a.id FROM applications a
    WHERE a.webhook_url IS NOT NULL AND a.deleted_at IS NULL AND a.status <> 'inactive'
      AND coalesce(
        (SELECT TRUE FROM webhook_deliveries
          WHERE application_id = a.id AND status = 'pending' AND is_due
          ORDER BY in_bulk, aggregate, sequence LIMIT 1),
        (SELECT next_attempt_at <= now() FROM webhook_deliveries
          WHERE application_id = a.id AND status = 'pending' AND NOT is_due
          ORDER BY next_attempt_at LIMIT 1),
        FALSE)`,
);
