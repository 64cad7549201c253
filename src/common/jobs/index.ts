export { JobQueue, type JobWish } from './job-queue.js';
export { JobsModule } from './jobs.module.js';
