export { Readiness } from './readiness.js';
