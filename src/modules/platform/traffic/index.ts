export { TrafficService, TrafficModule } from './traffic.module.js';
export { RefusalLog } from './refusals/refusal-log.js';
export { TrafficCounter } from './traffic-counter.js';
