export { Housekeeping, HOUSEKEEPING } from './housekeeping.js';
export { Job, JobType, Retention, type JobContext, type JobRequest } from './job.js';
export { JobQueue } from './job-queue.js';
export { HandlesLongJob, LongJobType, type LongJobContext } from './long-job.js';
export { LongJob } from './long-job.entity.js';
export { LongJobs } from './long-jobs.js';
export { JobsModule } from './jobs.module.js';
