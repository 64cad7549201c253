export { Housekeeping, HOUSEKEEPING } from './housekeeping.js';
export {
  Job,
  JobType,
  Retention,
  type JobContext,
  type JobOptions,
  type JobRequest,
  HandlesLongJob,
  LongJobType,
  type LongJobContext,
} from './job.js';
export { JobQueue } from './job-queue.js';
export { isOpen, LongJob, WORK_STATUSES, type WorkStatus, workStatusOf } from './long-job.entity.js';
export { LongJobs } from './long-jobs.js';
