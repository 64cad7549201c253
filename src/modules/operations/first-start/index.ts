export { FirstStartModule } from './first-start.module.js';
export { prepareFirstStart } from './first-start.service.js';
