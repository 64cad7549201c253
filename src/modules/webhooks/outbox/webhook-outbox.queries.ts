import { statement } from '../../../common/database/index.js';
import { TEST_EVENT_TYPE } from '../../../common/events/event-types.js';

/**
 * A delivery of each of the events `$1` (their types `$2`; the only application that may hear of it `$3`, or null) to each
 * application that listens to it, in the order of the events.
 */
export const FAN_OUT = statement(
  'webhook-outbox.fan-out',
  `WITH made AS (
     INSERT INTO webhook_deliveries (id, application_id, event_id)
     SELECT gen_random_uuid(), a.id, e.id
       FROM unnest($1::uuid[], $2::text[], $3::uuid[]) WITH ORDINALITY AS e (id, type, only_for, place)
       JOIN applications a ON e.type = ANY (a.webhook_events) AND (e.only_for IS NULL OR a.id = e.only_for)
      WHERE a.webhook_url IS NOT NULL AND a.webhook_disabled_at IS NULL AND a.deleted_at IS NULL
      ORDER BY e.place
     RETURNING application_id)
   SELECT DISTINCT application_id FROM made`,
);

/**
 * What can no longer be sent: all to an application without a webhook, all but test events while it is disabled. The first
 * line is there to be asked first: an application that can be sent to may have very much that waits.
 */
const IS_UNDELIVERABLE = `
          (a.webhook_url IS NULL OR a.deleted_at IS NOT NULL OR a.webhook_disabled_at IS NOT NULL)
      AND (a.webhook_url IS NULL OR a.deleted_at IS NOT NULL OR e.type <> '${TEST_EVENT_TYPE}')`;

/** Cancels what application `$1` can no longer be sent. */
export const CANCEL_UNDELIVERABLE = statement(
  'webhook-outbox.cancel',
  `UPDATE webhook_deliveries d SET status = 'cancelled', finished_at = clock_timestamp()
     FROM applications a, events e
    WHERE d.application_id = $1 AND d.status = 'pending' AND a.id = d.application_id AND e.id = d.event_id
      AND ${IS_UNDELIVERABLE}`,
);

/**
 * The same of all applications: what a change left behind that committed while the webhook was taken away, and nobody has
 * tried to send since.
 */
export const CANCEL_ALL_UNDELIVERABLE = statement(
  'webhook-outbox.cancel-all',
  `UPDATE webhook_deliveries d SET status = 'cancelled', finished_at = clock_timestamp()
     FROM applications a, events e
    WHERE d.status = 'pending' AND a.id = d.application_id AND e.id = d.event_id AND ${IS_UNDELIVERABLE}`,
);
