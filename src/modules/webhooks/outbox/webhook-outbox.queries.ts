import { statement } from '../../../common/database/index.js';
import { ALL_EVENTS, TEST_EVENT_TYPE } from '../../../common/events/event-types.js';

/**
 * A delivery of each of the events `$1` (their types `$2`; the only application that may hear of it `$3`, or null; what
 * they happened to `$4`) to each application that listens to it, in the order of the events. `$5`: whether they are many.
 */
export const FAN_OUT = statement(
  'webhook-outbox.fan-out',
  `WITH made AS (
     INSERT INTO webhook_deliveries (id, application_id, event_id, aggregate, in_bulk)
     SELECT gen_random_uuid(), a.id, e.id, e.aggregate, $5::boolean
       FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[]) WITH ORDINALITY AS e (id, type, only_for, aggregate, place)
       JOIN applications a ON a.webhook_events && ARRAY[e.type, '${ALL_EVENTS}'] AND (e.only_for IS NULL OR a.id = e.only_for)
      WHERE a.webhook_url IS NOT NULL AND a.webhook_disabled_at IS NULL AND a.deleted_at IS NULL
      ORDER BY e.place
     RETURNING application_id)
   SELECT DISTINCT application_id FROM made`,
);

/** What takes all but test events from the webhook of application `a`, or all. */
const IS_UNDELIVERABLE = `(a.webhook_url IS NULL OR a.deleted_at IS NOT NULL OR a.webhook_disabled_at IS NOT NULL)`;

/** The order of an index: asked in it, the planner reads no more than it has to, whatever it believes of the table. */
const IN_ORDER = 'ORDER BY is_due, in_bulk, aggregate, sequence';

/**
 * Cancels up to `$2` deliveries that application `$1` can no longer be sent. It is asked after every change of an
 * application, while very much may wait: nothing is read of that unless the webhook is gone or disabled.
 */
export const CANCEL_UNDELIVERABLE = statement(
  'webhook-outbox.cancel',
  `UPDATE webhook_deliveries SET status = 'cancelled', finished_at = clock_timestamp()
    WHERE id = ANY (ARRAY(
      SELECT waiting.id
        FROM applications a
       CROSS JOIN LATERAL (
         SELECT d.id FROM webhook_deliveries d
          WHERE d.application_id = a.id AND d.status = 'pending'
            AND (a.webhook_url IS NULL OR a.deleted_at IS NOT NULL
                 OR (SELECT type FROM events WHERE id = d.event_id) <> '${TEST_EVENT_TYPE}')
          ${IN_ORDER} LIMIT $2) waiting
       WHERE a.id = $1 AND ${IS_UNDELIVERABLE}))
      AND status = 'pending'`,
);

/** Applications that may have something pending which they can no longer be sent. */
export const FIND_UNDELIVERABLE_APPLICATIONS = statement(
  'webhook-outbox.undeliverable-applications',
  `SELECT a.id FROM applications a
    WHERE ${IS_UNDELIVERABLE}
      AND (SELECT TRUE FROM webhook_deliveries WHERE application_id = a.id AND status = 'pending' ${IN_ORDER} LIMIT 1)`,
);
