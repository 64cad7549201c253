export { ImportEndpoint } from './import-endpoint.js';
export { type ImportKind, type Staged, ImportRunner } from './import-runner.js';
export { recordsOf } from './import-records.js';
export { ImportIdParam, ImportQuery, ImportView } from './imports.dto.js';
export type { ImportDoneData } from './imports.events.js';
export { ImportsModule } from './imports.module.js';
export {
  EMPTY,
  MAX_REFUSED,
  type FieldProblem,
  type ImportedRecord,
  type Refusals,
  TOO_LARGE,
} from './imports.rules.js';
export { Imports } from './imports.service.js';
