import type { WebhookEventType } from '../../common/events/event-types.js';
import { SearchQuery } from '../../common/http/pagination.js';
import { BooleanField, ChoiceField, InstantField, IntegerField } from '../../common/validation/index.js';
import { DELIVERY_STATUSES, type DeliveryStatus } from './webhook-delivery.entity.js';
import { LOGGED_TYPES } from './webhook-delivery.view.js';
import { DEFAULT_OVERLAP_SECONDS, MAX_OVERLAP_SECONDS } from './webhook-secrets.service.js';
import { REPLAY_DAYS } from './webhook-replay.rules.js';

/** A rotation of the secret that deliveries are signed with. */
export class RotateSecretDto {
  @IntegerField({
    optional: true,
    min: 0,
    max: MAX_OVERLAP_SECONDS,
    description: `seconds for which the present secrets sign beside the new one, default ${DEFAULT_OVERLAP_SECONDS}; 0 ends them at once`,
    example: DEFAULT_OVERLAP_SECONDS,
  })
  overlap_seconds?: number;
}

/** Filters of the delivery log; `search` is part of an event's type or id. */
export class DeliveriesQuery extends SearchQuery {
  @ChoiceField(DELIVERY_STATUSES, { optional: true, example: 'failed' })
  status?: DeliveryStatus;

  @ChoiceField(LOGGED_TYPES, { optional: true, example: 'order.placed' })
  event_type?: WebhookEventType;
}

/** Which events to send again. */
export class RedeliverSinceDto {
  @InstantField({ description: `events of this moment and later; at most ${REPLAY_DAYS} days ago` })
  since!: string;

  @BooleanField({
    optional: true,
    description: 'leave out what was delivered, default false',
    example: true,
  })
  failed_only?: boolean;
}
