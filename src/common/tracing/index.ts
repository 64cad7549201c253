export { startTracing, stopTracing, tracing } from './tracing.js';
