export { ApiAlsoAnswers, ApiAnswer, ApiListBody } from './api-answer.js';
export { ApiFailures } from './api-failures.js';
export { buildOpenApi, operationsOf } from './document.js';
export { TITLE } from './introduction.js';
