import { statement } from '../../common/database/index.js';
import { TEST_EVENT_TYPE } from '../../common/events/event-types.js';

/** The webhook of application `$1`, if it has one. */
export const FIND_WEBHOOK = statement(
  'webhook-administration.find',
  `SELECT a.webhook_url AS url, a.webhook_events AS events, a.webhook_failing_since AS failing_since,
          a.webhook_disabled_at AS disabled_at, a.webhook_disabled_reason AS disabled_reason,
          (SELECT count(*) FROM webhook_deliveries d WHERE d.application_id = a.id AND d.status = 'pending') AS pending_deliveries
     FROM applications a WHERE a.id = $1 AND a.deleted_at IS NULL AND a.webhook_url IS NOT NULL`,
);

/** A test event `$1` of application `$2`, and its delivery `$3`: nobody else hears of it. `$4` is its time, `$5` its data. */
export const INSERT_TEST = statement(
  'webhook-administration.insert-test',
  `WITH event AS (
     INSERT INTO events (id, type, aggregate_type, aggregate_id, data, timestamp)
     VALUES ($1, '${TEST_EVENT_TYPE}', 'application', $2::uuid::text, $5, $4) RETURNING id
   )
   INSERT INTO webhook_deliveries (id, application_id, event_id, aggregate)
   SELECT $3, $2::uuid, id, 'application:' || $2::uuid::text FROM event`,
);
