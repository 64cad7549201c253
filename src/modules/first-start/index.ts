export { FirstStartModule } from './first-start.module.js';
export { prepareFirstStart } from './prepare-first-start.js';
