import { statement } from '#common/database/index.js';
import { ALL_EVENTS } from '#common/events/event-types.js';
import { isNotAhead, isPast, timeOfNewEvent } from '#common/events/event.queries.js';
import { TEST_EVENT_TYPE } from '../webhook.events.js';
import { isAmong } from '../webhook-partitions.js';

/**
 * Creates a delivery of each event (ids `$1`, types `$2`, the only application that may receive it or null `$3`, aggregates
 * `$4`) for each subscribed application, in the order of the events. `$5`: whether they are bulk.
 */
export const FAN_OUT = statement(
  'webhook-outbox.fan-out',
  `WITH made AS (
     INSERT INTO webhook_deliveries (id, application_id, event_id, event_at, aggregate, in_bulk)
     SELECT gen_random_uuid(), a.id, e.id, ${timeOfNewEvent('e.id')}, e.aggregate, $5::boolean
       FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[]) WITH ORDINALITY AS e (id, type, only_for, aggregate, place)
       JOIN applications a ON a.webhook_events && ARRAY[e.type, '${ALL_EVENTS}'] AND (e.only_for IS NULL OR a.id = e.only_for)
      WHERE a.webhook_url IS NOT NULL AND a.webhook_disabled_at IS NULL AND a.deleted_at IS NULL
      ORDER BY e.place
     RETURNING application_id)
   SELECT DISTINCT application_id FROM made`,
);

/** Whether application `a` can receive no deliveries, except test events. */
const IS_UNDELIVERABLE = `(a.webhook_url IS NULL OR a.deleted_at IS NOT NULL OR a.webhook_disabled_at IS NOT NULL)`;

const CANCEL = `UPDATE webhook_deliveries SET status = 'cancelled', finished_at = clock_timestamp()`;

/** The order of an index, which makes the planner use it whatever the table's statistics. */
const IN_ORDER = 'ORDER BY is_due, in_bulk, aggregate, sequence';

/**
 * Cancels up to `$2` deliveries that can no longer be sent to application `$1`. It runs after every change of an application,
 * so it reads no deliveries unless the webhook is removed or disabled.
 */
export const CANCEL_UNDELIVERABLE = statement(
  'webhook-outbox.cancel',
  `WITH undeliverable AS MATERIALIZED (
     SELECT waiting.id, waiting.event_at
       FROM applications a
      CROSS JOIN LATERAL (
        SELECT d.id, d.event_at FROM webhook_deliveries d
         WHERE d.application_id = a.id AND d.status = 'pending' AND ${isNotAhead('d.event_at')}
           AND (a.webhook_url IS NULL OR a.deleted_at IS NOT NULL
                OR (SELECT type FROM events WHERE id = d.event_id AND timestamp = d.event_at) <> '${TEST_EVENT_TYPE}')
         ${IN_ORDER} LIMIT $2) waiting
      WHERE a.id = $1 AND ${IS_UNDELIVERABLE}
   )
   ${CANCEL} WHERE ${isAmong('undeliverable')} AND status = 'pending'`,
);

/** Cancels the pending deliveries of events of the types `$2` to application `$1`; `$3`: the kinds of their aggregates. */
export const CANCEL_TYPES = statement(
  'webhook-outbox.cancel-types',
  `WITH unsafe AS MATERIALIZED (
     SELECT id, event_at FROM webhook_deliveries d
      WHERE application_id = $1 AND status = 'pending' AND ${isNotAhead('event_at')}
        AND split_part(aggregate, ':', 1) = ANY ($3::text[])
        AND (SELECT type FROM events WHERE id = d.event_id AND timestamp = d.event_at) = ANY ($2::text[])
   )
   ${CANCEL} WHERE ${isAmong('unsafe')} AND status = 'pending'`,
);

/** Applications with pending deliveries that may be undeliverable. */
export const FIND_UNDELIVERABLE_APPLICATIONS = statement(
  'webhook-outbox.undeliverable-applications',
  `SELECT a.id FROM applications a
    WHERE ${IS_UNDELIVERABLE}
      AND (SELECT TRUE FROM webhook_deliveries WHERE application_id = a.id AND status = 'pending'
             AND ${isNotAhead('event_at')} ${IN_ORDER} LIMIT 1)`,
);

/** Cancels up to `$1` deliveries of events that are kept no longer: they wait for an application that has long been inactive. */
export const CANCEL_EXPIRED = statement(
  'webhook-outbox.cancel-expired',
  `WITH expired AS MATERIALIZED (
     SELECT id, event_at FROM webhook_deliveries
      WHERE status = 'pending' AND ${isPast('event_at')}
      ORDER BY application_id, is_due, in_bulk, aggregate, sequence LIMIT $1 FOR UPDATE SKIP LOCKED
   )
   ${CANCEL} WHERE ${isAmong('expired')}`,
);
