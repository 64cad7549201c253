import { statement } from '../../../../common/database/index.js';
import type { WebhookEventType } from '../webhook.events.js';
import type { WebhookAttempt } from './webhook-attempt.entity.js';
import type { WebhookDelivery } from './webhook-delivery.entity.js';

/** The outcome of an attempt. */
export type AttemptOutcome = Pick<WebhookAttempt, 'number' | 'startedAt' | 'durationMs' | 'statusCode' | 'error'>;

/** A delivery with its event type, application name and last attempt. */
export type DeliveryRow = Pick<
  WebhookDelivery,
  'id' | 'applicationId' | 'eventId' | 'status' | 'nextAttemptAt' | 'createdAt' | 'finishedAt'
> & { applicationName: string; eventType: WebhookEventType } & (AttemptOutcome | Record<keyof AttemptOutcome, null>);

/** With its event; `eventData` is JSON text, since the driver would read numbers as doubles. */
export type DeliveryDetailRow = DeliveryRow & { eventTimestamp: Date; eventData: string };

/** Attempts are numbered without gaps: the last number is how many there were. */
const LAST_ATTEMPT = `
  LEFT JOIN LATERAL (SELECT a.number, a.started_at, a.duration_ms, a.status_code, a.error FROM webhook_attempts a
                      WHERE a.delivery_id = d.id ORDER BY a.number DESC LIMIT 1) last ON TRUE`;

const FIELDS = `
  d.id, d.application_id AS "applicationId", a.name AS "applicationName", d.event_id AS "eventId", e.type AS "eventType",
  d.status, d.next_attempt_at AS "nextAttemptAt", d.created_at AS "createdAt", d.finished_at AS "finishedAt",
  last.number, last.started_at AS "startedAt", last.duration_ms AS "durationMs", last.status_code AS "statusCode", last.error`;

const TABLES = `
  webhook_deliveries d JOIN events e ON e.id = d.event_id JOIN applications a ON a.id = d.application_id ${LAST_ATTEMPT}`;

/** The log, newest first. */
export const LIST_DELIVERIES = (where: string): string =>
  `SELECT ${FIELDS} FROM ${TABLES} WHERE ${where} ORDER BY d.created_at DESC, d.id DESC`;

/** The count, by filters that need no events. */
export const COUNT_DELIVERIES = (where: string): string =>
  `SELECT count(*) AS count FROM webhook_deliveries d WHERE ${where}`;

/** The count, by filters on events. */
export const COUNT_DELIVERIES_BY_EVENT = (where: string): string =>
  `SELECT count(*) AS count FROM webhook_deliveries d JOIN events e ON e.id = d.event_id WHERE ${where}`;

/** Delivery `$1`, if it is one of application `$2`. */
export const FIND_DELIVERY = statement(
  'webhook-deliveries.find',
  `SELECT ${FIELDS}, e.timestamp AS "eventTimestamp", e.data::text AS "eventData"
     FROM ${TABLES}
    WHERE d.id = $1 AND d.application_id = $2`,
);
