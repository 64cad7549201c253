export { readPlace, type Place } from './place.js';
export { ProcessLink } from './process-link.js';
export { ALL_METRICS, OWN_METRICS, READY } from './questions.js';
export { WorkerEnded } from './worker-ended.js';
