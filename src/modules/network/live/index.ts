export { LiveModule } from './live.module.js';
export { NamesBelow } from './names-below.js';
