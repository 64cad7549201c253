export { buildOpenApi, clientDocument, operationsOf, type DocumentedWebhooks } from './document.js';
export { resolve } from './schemas.js';
