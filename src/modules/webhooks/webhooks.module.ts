import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiEvents } from '../../common/openapi/index.js';
import { ClientAppsModule } from '../client-apps/index.js';
import { WebhookAdministration } from './webhook-administration.service.js';
import { WebhookAttempt } from './webhook-attempt.entity.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookReplay } from './webhook-replay.service.js';
import { WebhookSecret } from './webhook-secret.entity.js';
import { WebhookSecrets } from './webhook-secrets.service.js';
import { WebhookWakeUp } from './webhook-wake-up.js';
import { WEBHOOK_EVENTS } from './webhook.events.js';

/** Webhooks: who hears of what, the delivery, its log, and what admins do with it. Section 7 of the decisions. */
@ApiEvents(WEBHOOK_EVENTS)
@Module({
  imports: [TypeOrmModule.forFeature([WebhookSecret, WebhookDelivery, WebhookAttempt]), ClientAppsModule],
  providers: [WebhookWakeUp, WebhookSecrets, WebhookAdministration, WebhookDeliveries, WebhookReplay],
  exports: [WebhookWakeUp, WebhookAdministration, WebhookDeliveries, WebhookReplay],
})
export class WebhooksModule {}
