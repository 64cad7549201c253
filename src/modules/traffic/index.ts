export { TrafficCounter } from './traffic-counter.js';
export { TrafficQuery } from './traffic.dto.js';
export { TrafficModule } from './traffic.module.js';
export { TrafficService } from './traffic.service.js';
export { TrafficView } from './traffic.view.js';
