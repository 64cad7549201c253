export { WebhookArchive } from './log/webhook-archive.js';
export { WebhookAdministration } from './webhook-administration.service.js';
export { WebhookDeliveries } from './log/webhook-deliveries.service.js';
export { ApplicationDeliveryView, DeliveryDetailView, DeliveryView, QueuedView } from './log/webhook-delivery.view.js';
export { WebhookReplay } from './log/webhook-replay.service.js';
export { WebhookSettingsView, WebhookStateView } from './webhook-settings.view.js';
export { AllDeliveriesQuery, DeliveriesQuery, RedeliverSinceDto, RotateSecretDto } from './webhook.dto.js';
export { WebhooksModule } from './webhooks.module.js';
