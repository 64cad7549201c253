export { WebhooksModule } from './webhooks.module.js';
export { documentedWebhooks } from './webhook-document.js';
