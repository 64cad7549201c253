import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WebhookAttempt } from './webhook-attempt.entity.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookSecret } from './webhook-secret.entity.js';
import { WebhookWakeUp } from './webhook-wake-up.js';

/** Webhooks: who hears of what, the delivery, its log, and what admins do with it. Section 7 of the decisions. */
@Module({
  imports: [TypeOrmModule.forFeature([WebhookSecret, WebhookDelivery, WebhookAttempt])],
  providers: [WebhookWakeUp],
  exports: [WebhookWakeUp],
})
export class WebhooksModule {}
