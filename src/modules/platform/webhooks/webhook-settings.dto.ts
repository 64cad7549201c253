import { ApiProperty } from '#common/openapi/decorators.js';
import { AppError } from '#common/errors/app-error.js';
import { toWebhookView, WebhookView, type Application } from '../client-apps/index.js';
import type { WebhookSecret } from './secrets/webhook-secret.entity.js';

/** The webhook of an application and its state. See docs/spec/service.md#7 and #8. */
export class WebhookStateView extends WebhookView {
  @ApiProperty({ example: 0, description: 'number of pending deliveries' })
  pending_deliveries!: number;
}

/** A rotated secret that still signs. */
export class PreviousSecretView {
  @ApiProperty({
    example: '2026-11-22T08:30:00.000Z',
    description: 'until then it signs in addition to the current secret',
  })
  expires_at!: string;
}

const SECRET = {
  example: 'whsec_QmFzZTY0IG9mIDMyIHJhbmRvbSBieXRlcyE9PT09PT0=',
  description: 'signing secret, for Standard Webhooks libraries',
};

/** The webhook of an application, with its secret for who may reveal it. */
export class ReadWebhookView extends WebhookStateView {
  @ApiProperty({ type: String, nullable: true, ...SECRET })
  secret!: string | null;

  @ApiProperty({ example: '2026-11-21T08:30:00.000Z' })
  secret_created_at!: string;

  @ApiProperty({ type: [PreviousSecretView], description: 'newest first, without the secrets themselves' })
  previous_secrets!: PreviousSecretView[];
}

/** The webhook of an application with its secrets. */
export class WebhookSettingsView extends ReadWebhookView {
  @ApiProperty(SECRET)
  override secret!: string;
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
