export { TrafficService } from './admin-traffic.controller.js';
export { RefusalLog } from './refusals/refusal-log.js';
export { TrafficCounter } from './traffic-counter.js';
export { TrafficModule } from './traffic.module.js';
