import { eventTypes, secretsOf } from '#common/events/event-types.js';
import { HIDDEN } from '#common/events/index.js';
import { parseOwnJson } from '#common/money/exact-json.js';
import {
  ApiProperty,
  ChoiceProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
  UuidProperty,
} from '#common/openapi/decorators.js';
import { type WebhookAttempt, DELIVERY_STATUSES, type DeliveryStatus } from './webhook-delivery.entity.js';
import type { AttemptOutcome, DeliveryDetailRow, DeliveryRow } from './webhook-deliveries.queries.js';
import { TEST_EVENT_TYPE, type WebhookEventType } from '../webhook.events.js';
import { uuidInPath } from '#common/http/path-params.js';

export const DeliveryIdParam = uuidInPath('delivery_id', 'id of the delivery', '7d0b6c1e-3f5a-4a0e-9b7c-1f2e3d4c5b6a');

/** Every type of event that is in the log. */
export function loggedTypes(): WebhookEventType[] {
  return [...eventTypes(), TEST_EVENT_TYPE];
}

const EVENT_ID = '0b0f8e7a-3c43-4d6b-9f58-6a7a2f0f3c11';

/** How an attempt went. */
export class AttemptOutcomeView {
  @NumberProperty(1, 'starts at 1; continues when an event is resent') number!: number;
  @TextProperty('2026-11-21T08:30:00.120Z') started_at!: string;
  @NumberProperty(184) duration_ms!: number;

  @NumberProperty(503, 'status of the response; null if there was none', { nullable: true })
  status_code!: number | null;

  @TextProperty(null, 'why there was no response, such as a timeout or a blocked address', { nullable: true })
  error!: string | null;
}

/** An attempt with the endpoint's response. */
export class AttemptView extends AttemptOutcomeView {
  @TextProperty('try later', 'the first KiB of the response', { nullable: true }) response!: string | null;
}

/** An event on its way to an application. See docs/spec/service.md#7 and #8. */
export class DeliveryView {
  @UuidProperty('6c0a4f0e-5b7d-4f0b-8a56-2c4b3a9a7d20') id!: string;
  @UuidProperty(EVENT_ID, 'the webhook-id header') event_id!: string;
  @ChoiceProperty(loggedTypes, 'order.placed') event_type!: WebhookEventType;

  @ChoiceProperty(
    DELIVERY_STATUSES,
    'pending',
    '`pending`: awaiting its first or next attempt; `failed`: every attempt failed; `cancelled`: the webhook was disabled or removed',
  )
  status!: DeliveryStatus;

  @NumberProperty(1) attempt_count!: number;
  @ObjectProperty(AttemptOutcomeView, { nullable: true }) last_attempt!: AttemptOutcomeView | null;

  @TextProperty('2026-11-21T08:35:02.000Z', 'only while it is pending', { nullable: true })
  next_attempt_at!: string | null;

  @TextProperty('2026-11-21T08:30:00.000Z') created_at!: string;
  @TextProperty(null, 'when it was delivered, failed or was cancelled', { nullable: true }) finished_at!: string | null;
}

/** The application of a delivery. */
export class DeliveryApplicationView {
  @UuidProperty('8f14e45f-ceea-4e7a-9a53-2f3f6c1b8e47') id!: string;
  @TextProperty('Web shop') name!: string;
}

/** A delivery among those to all applications. */
export class ApplicationDeliveryView extends DeliveryView {
  @ObjectProperty(DeliveryApplicationView) application!: DeliveryApplicationView;
}

/** The body of every attempt. */
export class WebhookPayloadView {
  @UuidProperty(EVENT_ID) id!: string;
  @ChoiceProperty(loggedTypes, 'order.placed') type!: WebhookEventType;
  @TextProperty('2026-11-21T08:30:00.000Z') timestamp!: string;
  @ApiProperty({ type: Object, additionalProperties: true, example: { order_id: 12 } }) data!: unknown;
}

/** A delivery with all that is known of it. */
export class DeliveryDetailView extends DeliveryView {
  @ListProperty(AttemptView, 'the last 100, in order') attempts!: AttemptView[];
  @ObjectProperty(WebhookPayloadView) payload!: WebhookPayloadView;
}

/** How many deliveries were queued. */
export class QueuedView {
  @NumberProperty(42, 'number of queued deliveries') queued!: number;

  @TextProperty(null, 'if there are more than one request can queue: send this as `since` to continue', {
    nullable: true,
  })
  next_since!: string | null;
}

/** How many deliveries to all applications were queued again. */
export class ResentView {
  @NumberProperty(214, 'queued, or to be queued by a dry run; at most 10,000') queued!: number;
  @NumberProperty(0, 'that match beyond those; counted up to 100,000. Send the same again for them') left!: number;

  @NumberProperty(
    3,
    'that match and are not sent again: their webhook is disabled or removed, or their event has a secret',
  )
  left_out!: number;
}

export function toDeliveryView(row: DeliveryRow): DeliveryView {
  return {
    id: row.id,
    event_id: row.eventId,
    event_type: row.eventType,
    status: row.status,
    attempt_count: row.number ?? 0,
    last_attempt: row.number === null ? null : toAttemptOutcomeView(row),
    next_attempt_at: row.status === 'pending' ? row.nextAttemptAt.toISOString() : null,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  };
}

export function toApplicationDeliveryView(row: DeliveryRow): ApplicationDeliveryView {
  return { ...toDeliveryView(row), application: { id: row.applicationId, name: row.applicationName } };
}

/** @param attempts newest first */
export function toDeliveryDetailView(row: DeliveryDetailRow, attempts: readonly WebhookAttempt[]): DeliveryDetailView {
  const data = parseOwnJson(row.eventData) as Record<string, unknown>;
  const secrets = secretsOf(row.eventType).filter((field) => typeof data[field] === 'string');
  // An endpoint may answer with what it was sent.
  const shown = (text: string | null): string | null =>
    secrets.reduce((rest, field) => rest?.replaceAll(data[field] as string, HIDDEN) ?? null, text);
  return {
    ...toDeliveryView(row),
    attempts: attempts
      .map((attempt) => ({ ...toAttemptOutcomeView(attempt), response: shown(attempt.response) }))
      .reverse(),
    payload: {
      id: row.eventId,
      type: row.eventType,
      timestamp: row.eventTimestamp.toISOString(),
      data: { ...data, ...Object.fromEntries(secrets.map((field) => [field, HIDDEN])) },
    },
  };
}

function toAttemptOutcomeView(attempt: AttemptOutcome): AttemptOutcomeView {
  const { number, startedAt, durationMs, statusCode, error } = attempt;
  return { number, started_at: startedAt.toISOString(), duration_ms: durationMs, status_code: statusCode, error };
}
