import { type Format, FormatField } from '#common/http/downloads.js';
import { CountedOffsetField, SearchQuery } from '#common/http/pagination.js';
import { BooleanField, ChoiceField, InstantField, IntegerField, TextField } from '#common/validation/index.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from './log/webhook-delivery.entity.js';
import { loggedTypes } from './log/webhook-delivery.dto.js';
import { DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS } from './secrets/webhook-secrets.service.js';
import { REPLAY_DAYS } from './log/webhook-replay.rules.js';
import type { WebhookEventType } from './webhook.events.js';
import { AppError } from '#common/errors/app-error.js';
import { ApiProperty, ListProperty, NumberProperty, TextProperty } from '#common/openapi/decorators.js';
import { type Application, ApplicationIdField, toWebhookView, WebhookView } from '../client-apps/index.js';
import type { WebhookSecret } from './secrets/webhook-secret.entity.js';

/** A rotation of the secret that deliveries are signed with. */
export class RotateSecretDto {
  @IntegerField({
    optional: true,
    min: 0,
    max: MAX_OVERLAP_SECONDS,
    description: `seconds for which current secrets also sign, default ${DEFAULT_OVERLAP_SECONDS}; 0 expires them immediately`,
    example: DEFAULT_OVERLAP_SECONDS,
  })
  overlap_seconds?: number;
}

/** Filters of the delivery log; `search` is part of an event's type, or how its id begins. */
export class DeliveriesQuery extends SearchQuery {
  @CountedOffsetField() declare offset?: number;
  @FormatField() format?: Format;
  @ChoiceField(DELIVERY_STATUSES, { optional: true, example: 'failed' }) status?: DeliveryStatus;
  @ChoiceField(loggedTypes, { optional: true, example: 'order.placed' }) event_type?: WebhookEventType;
}

/** Filters of the delivery log of all applications. */
export class AllDeliveriesQuery extends DeliveriesQuery {
  @ApplicationIdField('deliveries to this application') application_id?: string;

  @InstantField({
    optional: true,
    description:
      'finished (delivered, failed or cancelled) at or after this time; for pending deliveries, created then',
  })
  since?: string;

  @InstantField({ optional: true, description: 'the same, before this time' }) until?: string;
}

/** Which deliveries to all applications to send again, by the filters of their list. */
export class RedeliverAllDto {
  @ChoiceField(DELIVERY_STATUSES, {
    description: 'of `pending` ones those whose next attempt is due',
    example: 'failed',
  })
  status!: DeliveryStatus;

  @ChoiceField(loggedTypes, { optional: true, example: 'order.placed' }) event_type?: WebhookEventType;

  @ApplicationIdField('deliveries to this application') application_id?: string;

  @InstantField({ optional: true, description: 'finished (when pending: created) at or after this time' })
  since?: string;

  @InstantField({ optional: true, description: 'the same, before this time' }) until?: string;
  @TextField({
    optional: true,
    max: 200,
    description: 'part of an event’s type, or its id or the first 8 characters or more of that',
    example: 'order',
  })
  search?: string;
  @BooleanField({ optional: true, description: 'only count', example: true }) dry_run?: boolean;
}

/** Which events to send again. */
export class RedeliverSinceDto {
  @InstantField({ description: `events at or after this time; at most ${REPLAY_DAYS} days ago` }) since!: string;

  @BooleanField({ optional: true, description: 'skip delivered events, default false', example: true })
  failed_only?: boolean;
}

/** The webhook of an application and its state. See docs/spec/service.md#7 and #8. */
export class WebhookStateView extends WebhookView {
  @NumberProperty(0, 'number of pending deliveries') pending_deliveries!: number;
}

/** A rotated secret that still signs. */
export class PreviousSecretView {
  @TextProperty('2026-11-22T08:30:00.000Z', 'until then it signs in addition to the current secret')
  expires_at!: string;
}

const SECRET = {
  example: 'whsec_QmFzZTY0IG9mIDMyIHJhbmRvbSBieXRlcyE9PT09PT0=',
  description: 'signing secret, for Standard Webhooks libraries',
};

/** The webhook of an application, with its secret for who may reveal it. */
export class ReadWebhookView extends WebhookStateView {
  @ApiProperty({ type: String, nullable: true, ...SECRET }) secret!: string | null;
  @TextProperty('2026-11-21T08:30:00.000Z') secret_created_at!: string;

  @ListProperty(PreviousSecretView, 'newest first, without the secrets themselves')
  previous_secrets!: PreviousSecretView[];
}

/** The webhook of an application with its secrets. */
export class WebhookSettingsView extends ReadWebhookView {
  @ApiProperty({ ...SECRET, nullable: false }) override secret!: string;
}

/**
 * @param pending deliveries waiting for an attempt
 * @throws AppError NOT_FOUND when it has none
 */
export function toWebhookStateView(application: Application, pending: number): WebhookStateView {
  const view = toWebhookView(application);
  if (view === null) throw AppError.notFound('webhook');
  return { ...view, pending_deliveries: pending };
}

/** The same with its secrets, the current one first. */
export function toWebhookSettingsView(
  state: WebhookStateView,
  [current, ...previous]: readonly WebhookSecret[],
): WebhookSettingsView {
  return {
    ...state,
    secret: current!.secret,
    secret_created_at: current!.createdAt.toISOString(),
    previous_secrets: previous.map(({ expiresAt }) => ({ expires_at: expiresAt!.toISOString() })),
  };
}
