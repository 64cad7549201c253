export type { ImportKind, Staged } from './import-kind.js';
export { ImportRunner } from './import-runner.js';
export { ImportQuery } from './imports.dto.js';
export type { ImportDoneData } from './imports.events.js';
export { ImportsModule } from './imports.module.js';
export {
  EMPTY,
  MAX_REFUSED,
  NO_ROOM,
  TOO_LARGE,
  TOO_MANY_WAITING,
  type FieldProblem,
  type Refusals,
} from './imports.rules.js';
export { Imports } from './imports.service.js';
export { ImportView } from './imports.view.js';
