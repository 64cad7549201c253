export { ApiAnswer, ApiListBody } from './api-answer.js';
export { ApiEvents, type DocumentedEvents } from './api-events.js';
export { ApiFailures } from './api-failures.js';
export { clientDocument } from './client-document.js';
export { buildOpenApi, operationsOf } from './document.js';
export { TITLE } from './introduction.js';
