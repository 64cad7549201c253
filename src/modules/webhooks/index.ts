export { WebhookArchive } from './webhook-archive.js';
export { WebhookAdministration } from './webhook-administration.service.js';
export { WebhookDeliveries } from './webhook-deliveries.service.js';
export { ApplicationDeliveryView, DeliveryDetailView, DeliveryView, QueuedView } from './webhook-delivery.view.js';
export { WebhookReplay } from './webhook-replay.service.js';
export { WebhookSettingsView, WebhookStateView } from './webhook-settings.view.js';
export { AllDeliveriesQuery, DeliveriesQuery, RedeliverSinceDto, RotateSecretDto } from './webhook.dto.js';
export { WebhooksModule } from './webhooks.module.js';
