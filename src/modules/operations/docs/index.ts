export { ApiReference } from './api-reference.js';
export { DocsModule } from './docs.module.js';
export { describeApi } from './introduction.js';
