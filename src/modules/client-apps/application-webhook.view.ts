import { ALL_EVENTS, EVENT_TYPES, type Subscription } from '../../common/events/event-types.js';
import { ApiProperty } from '../../common/openapi/decorators.js';
import { WEBHOOK_DISABLED_REASONS, type WebhookDisabledReason } from './application.entity.js';

const WEBHOOK_STATUSES = ['active', 'failing', 'disabled'] as const;
type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** A webhook as it is stored. */
export interface WebhookColumns {
  url: string;
  events: Subscription[];
  failing_since: Date | null;
  disabled_at: Date | null;
  disabled_reason: WebhookDisabledReason | null;
}

/** Where an application hears of events, and how that fares. Sections 7 and 8 of the decisions. */
export class WebhookView {
  @ApiProperty({ example: 'https://shop.example.com/hooks' })
  url!: string;

  @ApiProperty({
    enum: [...EVENT_TYPES, ALL_EVENTS],
    isArray: true,
    example: ['order.placed'],
    description: `types of events; or \`${ALL_EVENTS}\` alone, which means all, those of later versions too`,
  })
  events!: Subscription[];

  @ApiProperty({
    enum: WEBHOOK_STATUSES,
    example: 'active',
    description: '`failing` while every attempt fails, `disabled` when the service has stopped sending',
  })
  status!: WebhookStatus;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'since when no delivery has succeeded; after 5 days the webhook is disabled',
  })
  failing_since!: string | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  disabled_at!: string | null;

  @ApiProperty({
    type: String,
    enum: WEBHOOK_DISABLED_REASONS,
    nullable: true,
    example: null,
    description: '`gone`: the endpoint answered 410; `failing`: nothing but failure for 5 days',
  })
  disabled_reason!: WebhookDisabledReason | null;
}

/** A stored webhook as {@link WebhookView}. */
export function webhookView(row: WebhookColumns): WebhookView {
  return {
    url: row.url,
    events: row.events,
    status: row.disabled_at !== null ? 'disabled' : row.failing_since !== null ? 'failing' : 'active',
    failing_since: row.failing_since?.toISOString() ?? null,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    disabled_reason: row.disabled_reason,
  };
}
