export { afterRestore } from './after-restore.service.js';
export { RestoreModule } from './restore.module.js';
