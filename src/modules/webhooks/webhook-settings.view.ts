import { ApiProperty } from '@nestjs/swagger';
import { EVENT_TYPES, type EventType } from '../../common/events/event-types.js';
import { WEBHOOK_DISABLED_REASONS, type WebhookDisabledReason } from '../client-apps/index.js';
import type { SecretRow } from './webhook-secrets.queries.js';

export const WEBHOOK_STATUSES = ['active', 'failing', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

/** A webhook as it is stored. */
export interface WebhookRow {
  url: string;
  events: EventType[];
  failing_since: Date | null;
  disabled_at: Date | null;
  disabled_reason: WebhookDisabledReason | null;
  pending_deliveries: number;
}

/** The webhook of an application, and how it fares. Sections 7 and 8 of the decisions. */
export class WebhookStateView {
  @ApiProperty({ example: 'https://shop.example.com/hooks' })
  url!: string;

  @ApiProperty({ enum: EVENT_TYPES, isArray: true, example: ['order.placed'] })
  events!: EventType[];

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

  @ApiProperty({ example: 0, description: 'deliveries that wait for their first or next attempt' })
  pending_deliveries!: number;
}

/** A secret that was rotated and still signs. */
export class PreviousSecretView {
  @ApiProperty({ example: '2026-11-22T08:30:00.000Z', description: 'until then it signs beside the current secret' })
  expires_at!: string;
}

/** The webhook of an application with the secret that its deliveries are signed with. */
export class WebhookSettingsView extends WebhookStateView {
  @ApiProperty({
    example: 'whsec_QmFzZTY0IG9mIDMyIHJhbmRvbSBieXRlcyE9PT09PT0=',
    description: 'for the libraries of Standard Webhooks',
  })
  secret!: string;

  @ApiProperty({ example: '2026-11-21T08:30:00.000Z' })
  secret_created_at!: string;

  @ApiProperty({ type: [PreviousSecretView], description: 'newest first, without their texts' })
  previous_secrets!: PreviousSecretView[];
}

/** A row as {@link WebhookStateView}. */
export function webhookStateView(row: WebhookRow): WebhookStateView {
  return {
    url: row.url,
    events: row.events,
    status: row.disabled_at !== null ? 'disabled' : row.failing_since !== null ? 'failing' : 'active',
    failing_since: row.failing_since?.toISOString() ?? null,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    disabled_reason: row.disabled_reason,
    pending_deliveries: row.pending_deliveries,
  };
}

/** A row and its secrets, the current one first, as {@link WebhookSettingsView}. */
export function webhookSettingsView(
  row: WebhookRow,
  [current, ...previous]: readonly SecretRow[],
): WebhookSettingsView {
  return {
    ...webhookStateView(row),
    secret: current!.secret,
    secret_created_at: current!.created_at.toISOString(),
    previous_secrets: previous.map(({ expires_at }) => ({ expires_at: expires_at!.toISOString() })),
  };
}
