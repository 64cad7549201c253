/** By which a worker says that it takes requests; its text is what is to be printed. */
export const READY = 'ready';

/** Asked by a worker: the metrics of all workers. */
export const ALL_METRICS = 'all-metrics';

/** Asked by the supervisor: the metrics of one worker. */
export const OWN_METRICS = 'own-metrics';
