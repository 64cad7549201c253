export { buildOpenApi, clientDocument, operationsOf, type DocumentedWebhooks } from './document.js';
export { assertUniqueRoutes } from './routes.js';
export { resolve } from './schemas.js';
