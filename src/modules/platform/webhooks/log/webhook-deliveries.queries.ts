import { statement } from '#common/database/index.js';
import { EVENTS_KEPT, isKept } from '#common/events/event.queries.js';
import { COUNTED_ROWS } from '#common/http/pagination.js';
import type { WebhookEventType } from '../webhook.events.js';
import type { WebhookAttempt, WebhookDelivery } from './webhook-delivery.entity.js';
import { attemptsSince } from '../webhook-partitions.js';

/** The outcome of an attempt. */
export type AttemptOutcome = Pick<WebhookAttempt, 'number' | 'startedAt' | 'durationMs' | 'statusCode' | 'error'>;

/** A delivery with its event type, application name and last attempt. */
export type DeliveryRow = Pick<
  WebhookDelivery,
  'id' | 'applicationId' | 'eventId' | 'status' | 'nextAttemptAt' | 'createdAt' | 'finishedAt'
> & { createdExactly: string; applicationName: string; eventType: WebhookEventType } & (
    AttemptOutcome | Record<keyof AttemptOutcome, null>
  );

/** With its event; `eventData` is JSON text, since the driver would read numbers as doubles. */
export type DeliveryDetailRow = DeliveryRow & { eventTimestamp: Date; eventData: string };

/** Attempts are numbered without gaps: the last number is how many there were. */
const LAST_ATTEMPT = `
  LEFT JOIN LATERAL (SELECT a.number, a.started_at, a.duration_ms, a.status_code, a.error FROM webhook_attempts a
                      WHERE a.delivery_id = d.id AND ${attemptsSince('d.event_at', 'a.started_at')}
                      ORDER BY a.number DESC LIMIT 1) last ON TRUE`;

/** The event of a delivery, in its one partition. With `=` the planner would expect next to no rows, and read all of both tables. */
export const OF_DELIVERY = 'e.id = d.event_id AND e.timestamp >= d.event_at AND e.timestamp <= d.event_at';

const FIELDS = `
  d.id, d.application_id AS "applicationId", a.name AS "applicationName", d.event_id AS "eventId", e.type AS "eventType",
  d.status, d.next_attempt_at AS "nextAttemptAt", d.created_at AS "createdAt", d.finished_at AS "finishedAt",
  d.created_at::text AS "createdExactly", last.number, last.started_at AS "startedAt", last.duration_ms AS "durationMs", last.status_code AS "statusCode", last.error`;

const TABLES = `
  webhook_deliveries d JOIN events e ON ${OF_DELIVERY} JOIN applications a ON a.id = d.application_id ${LAST_ATTEMPT}`;

export const IS_KEPT = isKept('d.event_at');

/**
 * A page of the log, newest first: what is skipped is read in deliveries alone.
 * @param page its `LIMIT` and `OFFSET`
 */
export const LIST_DELIVERIES = (where: string, page: string): string =>
  `SELECT ${FIELDS} FROM (
     SELECT d.* FROM webhook_deliveries d WHERE ${where} AND ${IS_KEPT} ORDER BY d.created_at DESC, d.id DESC ${page}
   ) d JOIN events e ON ${OF_DELIVERY} JOIN applications a ON a.id = d.application_id ${LAST_ATTEMPT}
   ORDER BY d.created_at DESC, d.id DESC`;

/**
 * The count up to {@link COUNTED_ROWS}, by when deliveries were made, so that most filters need one index only. A replay makes
 * deliveries of old events: these are counted even when the list shows them no more, unless the page is the last.
 */
export const COUNT_DELIVERIES = (where: string): string =>
  `SELECT count(*) AS count FROM (
     SELECT FROM webhook_deliveries d WHERE ${where} AND d.created_at >= now() - interval '${EVENTS_KEPT}' LIMIT ${COUNTED_ROWS}
   ) AS matched`;

/** Delivery `$1`, if it is one of application `$2`. */
export const FIND_DELIVERY = statement(
  'webhook-deliveries.find',
  `SELECT ${FIELDS}, e.timestamp AS "eventTimestamp", e.data::text AS "eventData"
     FROM ${TABLES}
    WHERE d.id = $1 AND d.application_id = $2 AND ${IS_KEPT}`,
);
