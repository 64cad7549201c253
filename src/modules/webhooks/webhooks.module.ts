import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiEvents } from '../../common/openapi/index.js';
import { ClientAppsModule } from '../client-apps/index.js';
import { MetricsModule } from '../metrics/index.js';
import { WebhookAdministration } from './webhook-administration.service.js';
import { WebhookArchive } from './log/webhook-archive.js';
import { WebhookAttempt } from './log/webhook-attempt.entity.js';
import { WebhookAttempts } from './delivery/webhook-attempts.js';
import { WebhookCancellation } from './outbox/webhook-cancellation.js';
import { WebhookDeliveries } from './log/webhook-deliveries.service.js';
import { WebhookDelivery } from './log/webhook-delivery.entity.js';
import { WebhookDrains } from './outbox/webhook-drains.js';
import { WebhookHealth } from './delivery/webhook-health.js';
import { WebhookMetrics } from './delivery/webhook-metrics.js';
import { WebhookOutbox } from './outbox/webhook-outbox.js';
import { WebhookReplay } from './log/webhook-replay.service.js';
import { WebhookSecret } from './secrets/webhook-secret.entity.js';
import { WebhookSecrets } from './secrets/webhook-secrets.service.js';
import { WebhookSender } from './delivery/webhook-sender.js';
import { WebhookSubscriptions } from './outbox/webhook-subscriptions.js';
import { WebhookSweep } from './delivery/webhook-sweep.js';
import { WebhookWakeUp } from './outbox/webhook-wake-up.js';
import { WebhookWorker } from './delivery/webhook-worker.js';
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
    WebhookCancellation,
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
