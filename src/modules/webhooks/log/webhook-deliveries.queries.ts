import { statement } from '../../../common/database/index.js';
import type { WebhookEventType } from '../../../common/events/event-types.js';
import type { DeliveryStatus } from './webhook-delivery.entity.js';

/** How an attempt went. */
export interface AttemptOutcome {
  number: number;
  started_at: Date;
  duration_ms: number;
  status_code: number | null;
  error: string | null;
}

/** An attempt with the answer that it got. */
export interface AttemptRow extends AttemptOutcome {
  response: string | null;
}

interface DeliveryFields {
  id: string;
  application_id: string;
  application_name: string;
  event_id: string;
  event_type: WebhookEventType;
  status: DeliveryStatus;
  next_attempt_at: Date;
  created_at: Date;
  finished_at: Date | null;
}

/** A delivery with its last attempt, if there was one. */
export type DeliveryRow = DeliveryFields & (AttemptOutcome | Record<keyof AttemptOutcome, null>);

/** The same with its event; `event_data` is JSON text, whose numbers the driver would read as doubles. */
export type DeliveryDetailRow = DeliveryRow & { event_timestamp: Date; event_data: string };

/** Attempts are numbered without gaps: the last number is how many there were. */
const LAST_ATTEMPT = `
  LEFT JOIN LATERAL (SELECT a.number, a.started_at, a.duration_ms, a.status_code, a.error FROM webhook_attempts a
                      WHERE a.delivery_id = d.id ORDER BY a.number DESC LIMIT 1) last ON TRUE`;

const FIELDS = `
  d.id, d.application_id, a.name AS application_name, d.event_id, e.type AS event_type, d.status, d.next_attempt_at, d.created_at, d.finished_at,
  last.number, last.started_at, last.duration_ms, last.status_code, last.error`;

const TABLES = `
  webhook_deliveries d JOIN events e ON e.id = d.event_id JOIN applications a ON a.id = d.application_id ${LAST_ATTEMPT}`;

/** The log, newest first. */
export const LIST_DELIVERIES = (where: string): string =>
  `SELECT ${FIELDS} FROM ${TABLES} WHERE ${where} ORDER BY d.created_at DESC, d.id DESC`;

/** How many there are, by what is known without their events. */
export const COUNT_DELIVERIES = (where: string): string =>
  `SELECT count(*) AS count FROM webhook_deliveries d WHERE ${where}`;

/** The same by what only their events tell. */
export const COUNT_DELIVERIES_BY_EVENT = (where: string): string =>
  `SELECT count(*) AS count FROM webhook_deliveries d JOIN events e ON e.id = d.event_id WHERE ${where}`;

/** Delivery `$1`, if it is one of application `$2`. */
export const FIND_DELIVERY = statement(
  'webhook-deliveries.find',
  `SELECT ${FIELDS}, e.timestamp AS event_timestamp, e.data::text AS event_data
     FROM ${TABLES}
    WHERE d.id = $1 AND d.application_id = $2`,
);

/** The last `$2` attempts, newest first. */
export const LIST_ATTEMPTS = statement(
  'webhook-deliveries.attempts',
  `SELECT number, started_at, duration_ms, status_code, error, response FROM webhook_attempts
    WHERE delivery_id = $1 ORDER BY number DESC LIMIT $2`,
);
