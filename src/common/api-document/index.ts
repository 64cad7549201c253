export { buildOpenApi, clientDocument, operationsOf, type DocumentedWebhooks } from './document.js';
export { assertUniqueOperations } from './routes.js';
export { resolve } from './schemas.js';
