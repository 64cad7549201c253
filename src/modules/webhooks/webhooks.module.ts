import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiEvents } from '../../common/openapi/index.js';
import { ClientAppsModule } from '../client-apps/index.js';
import { MetricsModule } from '../metrics/index.js';
import { WebhookAdministration } from './webhook-administration.service.js';
import { WebhookArchive } from './webhook-archive.js';
import { WebhookAttempt } from './webhook-attempt.entity.js';
import { WebhookAttempts } from './webhook-attempts.js';
import { WebhookDeliveries } from './webhook-deliveries.service.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookDrains } from './webhook-drains.js';
import { WebhookHealth } from './webhook-health.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { WebhookOutbox } from './webhook-outbox.js';
import { WebhookReplay } from './webhook-replay.service.js';
import { WebhookSecret } from './webhook-secret.entity.js';
import { WebhookSecrets } from './webhook-secrets.service.js';
import { WebhookSender } from './webhook-sender.js';
import { WebhookSubscriptions } from './webhook-subscriptions.js';
import { WebhookSweep } from './webhook-sweep.js';
import { WebhookWakeUp } from './webhook-wake-up.js';
import { WebhookWorker } from './webhook-worker.js';
import { WEBHOOK_EVENTS } from './webhook.events.js';

/** Webhooks: who hears of what, the delivery, its log, and what admins do with it. Section 7 of the decisions. */
@ApiEvents(WEBHOOK_EVENTS)
@Module({
  imports: [
    TypeOrmModule.forFeature([WebhookSecret, WebhookDelivery, WebhookAttempt]),
    ClientAppsModule,
    MetricsModule,
  ],
  providers: [
    // What others take part in.
    WebhookOutbox,
    WebhookSubscriptions,
    WebhookWakeUp,
    // The delivery.
    WebhookWorker,
    WebhookDrains,
    WebhookAttempts,
    WebhookSender,
    WebhookSecrets,
    WebhookHealth,
    WebhookMetrics,
    WebhookSweep,
    WebhookArchive,
    // What admins do.
    WebhookAdministration,
    WebhookDeliveries,
    WebhookReplay,
  ],
  exports: [WebhookArchive, WebhookAdministration, WebhookDeliveries, WebhookReplay],
})
export class WebhooksModule {}
