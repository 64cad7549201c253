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

/** How far down the queue of an application is looked for what may begin; it bounds what one look costs. */
const WINDOW = 1_000;

/**
 * The first `$3` deliveries that are due for application `$1`, in order; only test events if `$2`. Those of the aggregates
 * `$4` are left out.
 */
export const LIST_DUE = statement(
  'webhook-worker.due',
  `SELECT d.id, d.tries, e.id AS event_id, e.type, e.timestamp, e.data::text AS data,
          e.aggregate_type || ':' || e.aggregate_id AS aggregate
     FROM (SELECT id, tries, event_id, next_attempt_at, sequence FROM webhook_deliveries
            WHERE application_id = $1 AND status = 'pending' AND next_attempt_at <= now()
            ORDER BY next_attempt_at, sequence LIMIT ${WINDOW}) d
     JOIN events e ON e.id = d.event_id
    WHERE (NOT $2::boolean OR e.type = '${TEST_EVENT_TYPE}')
      AND e.aggregate_type || ':' || e.aggregate_id <> ALL ($4::text[])
    ORDER BY d.next_attempt_at, d.sequence LIMIT $3`,
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

/** Applications that have a webhook, are not inactive, and have something due. */
export const FIND_DUE_APPLICATIONS = statement(
  'webhook-worker.due-applications',
  `SELECT a.id FROM applications a
    WHERE a.webhook_url IS NOT NULL AND a.deleted_at IS NULL AND a.status <> 'inactive'
      AND EXISTS (SELECT FROM webhook_deliveries d
                   WHERE d.application_id = a.id AND d.status = 'pending' AND d.next_attempt_at <= now())`,
);
