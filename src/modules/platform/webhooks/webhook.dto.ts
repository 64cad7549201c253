import { SearchQuery } from '#common/http/pagination.js';
import { BooleanField, ChoiceField, InstantField, IntegerField, TextField } from '#common/validation/index.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from './log/webhook-delivery.entity.js';
import { loggedTypes } from './log/webhook-delivery.dto.js';
import { DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS } from './secrets/webhook-secrets.service.js';
import { REPLAY_DAYS } from './log/webhook-replay.rules.js';
import type { WebhookEventType } from './webhook.events.js';

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

/** Filters of the delivery log; `search` is part of an event's type or id. */
export class DeliveriesQuery extends SearchQuery {
  @ChoiceField(DELIVERY_STATUSES, { optional: true, example: 'failed' })
  status?: DeliveryStatus;

  @ChoiceField(loggedTypes, { optional: true, example: 'order.placed' })
  event_type?: WebhookEventType;
}

/** Filters of the delivery log of all applications. */
export class AllDeliveriesQuery extends DeliveriesQuery {
  @TextField({
    optional: true,
    max: 36,
    description: 'deliveries to this application',
    example: '8f14e45f-ceea-4e7a-9a53-2f3f6c1b8e47',
  })
  application_id?: string;

  @InstantField({
    optional: true,
    description:
      'finished (delivered, failed or cancelled) at or after this time; for pending deliveries, created then',
  })
  since?: string;
}

/** Which events to send again. */
export class RedeliverSinceDto {
  @InstantField({ description: `events at or after this time; at most ${REPLAY_DAYS} days ago` })
  since!: string;

  @BooleanField({
    optional: true,
    description: 'skip delivered events, default false',
    example: true,
  })
  failed_only?: boolean;
}
