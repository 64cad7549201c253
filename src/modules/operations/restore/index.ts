export { afterRestore } from './after-restore.service.js';
