import { ApiProperty } from '../../common/openapi/decorators.js';
import { WebhookView, webhookView, type WebhookColumns } from '../client-apps/index.js';
import type { SecretRow } from './secrets/webhook-secrets.queries.js';

/** A webhook as it is stored, and what waits for it. */
export interface WebhookRow extends WebhookColumns {
  pending_deliveries: number;
}

/** The webhook of an application, and how it fares. Sections 7 and 8 of the decisions. */
export class WebhookStateView extends WebhookView {
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
  return { ...webhookView(row), pending_deliveries: row.pending_deliveries };
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
