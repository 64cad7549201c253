export { documentedWebhooks } from './webhook-document.js';
