import { EVENT_TYPES, TEST_EVENT_TYPE, type WebhookEventType } from '../../../common/events/event-types.js';
import { parseOwnJson } from '../../../common/exact-json.js';
import { ApiProperty } from '../../../common/openapi/decorators.js';
import type { AttemptOutcome, AttemptRow, DeliveryDetailRow, DeliveryRow } from './webhook-deliveries.queries.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from './webhook-delivery.entity.js';

/** Every type of event that is in the log. */
export const LOGGED_TYPES: readonly WebhookEventType[] = [...EVENT_TYPES, TEST_EVENT_TYPE];

const EVENT_ID = '0b0f8e7a-3c43-4d6b-9f58-6a7a2f0f3c11';

/** How an attempt went. */
export class AttemptOutcomeView {
  @ApiProperty({ example: 1, description: '1 for the first; an event that is sent again goes on counting' })
  number!: number;

  @ApiProperty({ example: '2026-11-21T08:30:00.120Z' })
  started_at!: string;

  @ApiProperty({ example: 184 })
  duration_ms!: number;

  @ApiProperty({ type: Number, nullable: true, example: 503, description: 'of the answer; null when there was none' })
  status_code!: number | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'why there was no answer, such as a time-out or an address that is refused',
  })
  error!: string | null;
}

/** An attempt with what the endpoint answered. */
export class AttemptView extends AttemptOutcomeView {
  @ApiProperty({ type: String, nullable: true, example: 'try later', description: 'the first KiB of the answer' })
  response!: string | null;
}

/** An event on its way to an application. Sections 7 and 8 of the decisions. */
export class DeliveryView {
  @ApiProperty({ format: 'uuid', example: '6c0a4f0e-5b7d-4f0b-8a56-2c4b3a9a7d20' })
  id!: string;

  @ApiProperty({ format: 'uuid', example: EVENT_ID, description: 'the header webhook-id' })
  event_id!: string;

  @ApiProperty({ enum: LOGGED_TYPES, example: 'order.placed' })
  event_type!: WebhookEventType;

  @ApiProperty({
    enum: DELIVERY_STATUSES,
    example: 'pending',
    description:
      '`pending`: waits for its first or next attempt; `failed`: every attempt failed; `cancelled`: the webhook was disabled or removed',
  })
  status!: DeliveryStatus;

  @ApiProperty({ example: 1 })
  attempt_count!: number;

  @ApiProperty({ type: AttemptOutcomeView, nullable: true })
  last_attempt!: AttemptOutcomeView | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '2026-11-21T08:35:02.000Z',
    description: 'while it is pending',
  })
  next_attempt_at!: string | null;

  @ApiProperty({ example: '2026-11-21T08:30:00.000Z' })
  created_at!: string;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'when it was delivered or given up' })
  finished_at!: string | null;
}

/** Whom a delivery is for. */
export class DeliveryApplicationView {
  @ApiProperty({ format: 'uuid', example: '8f14e45f-ceea-4e7a-9a53-2f3f6c1b8e47' })
  id!: string;

  @ApiProperty({ example: 'Web shop' })
  name!: string;
}

/** A delivery among those to all applications. */
export class ApplicationDeliveryView extends DeliveryView {
  @ApiProperty()
  application!: DeliveryApplicationView;
}

/** What is sent: the body of every attempt. */
export class WebhookPayloadView {
  @ApiProperty({ format: 'uuid', example: EVENT_ID })
  id!: string;

  @ApiProperty({ enum: LOGGED_TYPES, example: 'order.placed' })
  type!: WebhookEventType;

  @ApiProperty({ example: '2026-11-21T08:30:00.000Z' })
  timestamp!: string;

  @ApiProperty({ type: Object, additionalProperties: true, example: { order_id: 12 } })
  data!: unknown;
}

/** A delivery with all that is known of it. */
export class DeliveryDetailView extends DeliveryView {
  @ApiProperty({ type: [AttemptView], description: 'the last 100, in their order' })
  attempts!: AttemptView[];

  @ApiProperty()
  payload!: WebhookPayloadView;
}

/** How many deliveries were queued. */
export class QueuedView {
  @ApiProperty({ example: 42, description: 'deliveries that will be attempted now' })
  queued!: number;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'when there are more than one request queues: send this as `since` to go on',
  })
  next_since!: string | null;
}

/** A row as {@link DeliveryView}. */
export function deliveryView(row: DeliveryRow): DeliveryView {
  return {
    id: row.id,
    event_id: row.event_id,
    event_type: row.event_type,
    status: row.status,
    attempt_count: row.number ?? 0,
    last_attempt: row.number === null ? null : outcomeView(row),
    next_attempt_at: row.status === 'pending' ? row.next_attempt_at.toISOString() : null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}

/** A row as {@link ApplicationDeliveryView}. */
export function applicationDeliveryView(row: DeliveryRow): ApplicationDeliveryView {
  return { ...deliveryView(row), application: { id: row.application_id, name: row.application_name } };
}

/** A row and its attempts, newest first, as {@link DeliveryDetailView}. */
export function deliveryDetailView(row: DeliveryDetailRow, attempts: readonly AttemptRow[]): DeliveryDetailView {
  return {
    ...deliveryView(row),
    attempts: attempts.map((attempt) => ({ ...outcomeView(attempt), response: attempt.response })).reverse(),
    payload: {
      id: row.event_id,
      type: row.event_type,
      timestamp: row.event_timestamp.toISOString(),
      data: parseOwnJson(row.event_data),
    },
  };
}

function outcomeView({ number, started_at, duration_ms, status_code, error }: AttemptOutcome): AttemptOutcomeView {
  return { number, started_at: started_at.toISOString(), duration_ms, status_code, error };
}
