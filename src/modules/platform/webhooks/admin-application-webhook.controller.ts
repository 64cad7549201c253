import { Body } from '@nestjs/common';
import { type Caller, CallerParam } from '#common/access/index.js';
import { notFound } from '#common/errors/failures.js';
import { AdminController, Endpoint } from '#common/http/endpoint.js';
import { DeliveryView } from './log/webhook-delivery.dto.js';
import { ReadWebhookView, RotateSecretDto, WebhookSettingsView, WebhookStateView } from './webhook.dto.js';
import { NO_WEBHOOK, WEBHOOK_ENABLED } from './webhook-partitions.js';
import { WebhookAdministration } from './webhook-administration.service.js';
import { ApplicationIdParam } from '../client-apps/index.js';

/** The webhook of an application in the admin module. See docs/spec/service.md#7 and #8. */
@AdminController(
  'applications/:id/webhook',
  { name: 'Admin: webhooks', order: 130, description: 'Secrets, test events, the delivery log and resending.' },
  { read: 'webhooks.read', write: 'webhooks.write' },
)
export class AdminApplicationWebhookController {
  constructor(private readonly webhook: WebhookAdministration) {}

  @Endpoint('GET', {
    id: 'adminGetWebhook',
    summary: 'Read the webhook of an application, with its secret',
    description:
      'This is audited. The secret is null for users without the permission `secrets.reveal`. 404 if the application has no webhook. Its URL and events are set with the application.',
    answer: ReadWebhookView,
    failures: [notFound('webhook'), 'REAUTHENTICATION_REQUIRED'],
  })
  read(@CallerParam() caller: Caller, @ApplicationIdParam() id: string): Promise<ReadWebhookView> {
    return this.webhook.read(caller, id);
  }

  @Endpoint('POST rotate-secret', {
    id: 'adminRotateWebhookSecret',
    confirmed: true,
    summary: 'Rotate the secret',
    description:
      'Until the overlap ends, deliveries are also signed with the previous secrets, so that the receiver can switch at any time. Secrets that expire earlier are not extended. At most 5 secrets sign at the same time.',
    answer: WebhookSettingsView,
    failures: [NO_WEBHOOK],
  })
  rotateSecret(
    @CallerParam() caller: Caller,
    @ApplicationIdParam() id: string,
    @Body() dto: RotateSecretDto,
  ): Promise<WebhookSettingsView> {
    return this.webhook.rotateSecret(caller, id, dto);
  }

  @Endpoint('POST enable', {
    id: 'adminEnableWebhook',
    summary: 'Enable a webhook that the service has disabled',
    description:
      'The service disables a webhook when its endpoint responds 410, or when all attempts fail for 5 days. Resend missed events with `adminRedeliverSince`.',
    answer: WebhookStateView,
    failures: [WEBHOOK_ENABLED],
  })
  enable(@CallerParam() caller: Caller, @ApplicationIdParam() id: string): Promise<WebhookStateView> {
    return this.webhook.enable(caller, id);
  }

  @Endpoint('POST test', {
    id: 'adminTestWebhook',
    summary: 'Send a test event',
    description:
      'Sends an event of type `webhook.test` to this application only, even if its webhook is disabled. It is sent once, without retries; read the delivery for the outcome.',
    answer: DeliveryView,
    failures: [NO_WEBHOOK],
  })
  test(@CallerParam() caller: Caller, @ApplicationIdParam() id: string): Promise<DeliveryView> {
    return this.webhook.test(caller, id);
  }
}
