import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SessionsModule } from '#people/sessions/index.js';
import { ClientAppsModule } from '../client-apps/index.js';
import { MetricsModule } from '../metrics/index.js';
import { WebhookAdministration } from './webhook-administration.service.js';
import { WebhookAttempt, WebhookDelivery } from './log/webhook-delivery.entity.js';
import { WebhookAttempts, WebhookHealth } from './delivery/webhook-attempts.js';
import { WebhookCancellation, WebhookOutbox, WebhookSubscriptions } from './outbox/webhook-outbox.js';
import { WebhookDeliveries } from './log/webhook-deliveries.service.js';
import { WebhookMetrics } from './delivery/webhook-metrics.js';
import { WebhookReplay } from './log/webhook-replay.service.js';
import { WebhookSecret } from './secrets/webhook-secret.entity.js';
import { WebhookSecrets } from './secrets/webhook-secrets.service.js';
import { WebhookSender } from './delivery/webhook-sender.js';
import { WebhookSweep } from './delivery/webhook-sweep.js';
import { WebhookWorker } from './delivery/webhook-worker.js';
import { WebhookWakeUp } from './outbox/webhook-wake-up.js';
import { AdminApplicationWebhookController } from './admin-application-webhook.controller.js';
import { AdminApplicationDeliveriesController, AdminDeliveriesController } from './log/admin-deliveries.controller.js';

/** Webhooks: subscriptions, delivery, the log and administration. See docs/spec/service.md#7. */
@Module({
  imports: [
    TypeOrmModule.forFeature([WebhookSecret, WebhookDelivery, WebhookAttempt]),
    ClientAppsModule,
    SessionsModule,
    MetricsModule,
  ],
  controllers: [AdminApplicationWebhookController, AdminApplicationDeliveriesController, AdminDeliveriesController],
  providers: [
    // Outbox
    WebhookOutbox,
    WebhookSubscriptions,
    WebhookWakeUp,
    WebhookCancellation,
    // Delivery
    WebhookWorker,
    WebhookAttempts,
    WebhookSender,
    WebhookSecrets,
    WebhookHealth,
    WebhookMetrics,
    WebhookSweep,
    // Administration
    WebhookAdministration,
    WebhookDeliveries,
    WebhookReplay,
  ],
  exports: [WebhookAdministration, WebhookDeliveries, WebhookReplay],
})
export class WebhooksModule {}
