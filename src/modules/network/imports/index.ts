export type { ImportKind, Staged } from './import-kind.js';
export { ImportRunner } from './import-runner.js';
export { ImportQuery } from './imports.dto.js';
export { ImportsModule } from './imports.module.js';
export { EMPTY, MAX_REFUSED, TOO_LARGE, type Refusals } from './imports.rules.js';
export { Imports } from './imports.service.js';
export { ImportView } from './imports.view.js';
