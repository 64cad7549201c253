import { SetMetadata } from '@nestjs/common';
import { JobType, type JobOptions, type Marks } from './job.js';

/** The options of a type of long job. */
export interface LongJobOptions extends JobOptions {
  /** Whether each job runs in its own process, so that its computation delays no request. */
  readonly ownProcess?: boolean;
}

/** A type of long job, with the type of its payload. */
export class LongJobType<Payload extends object> extends JobType<{ id: string }> {
  /** For the compiler alone. */
  declare readonly told: Payload;

  constructor(
    task: string,
    override readonly options: LongJobOptions = {},
  ) {
    super(task, options);
  }
}

/** What a handler gets besides the payload. */
export interface LongJobContext {
  /** Aborts when the job was cancelled, its process is stopping, or another attempt has taken over. */
  readonly signal: AbortSignal;
  /** Reports progress in steps; omit `total` while it is unknown. Cheap enough to call often. */
  readonly progress: (done: number, total?: number) => void;
}

type LongJobMethod<Payload extends object> = (payload: Payload, context: LongJobContext) => Promise<void>;

/** Metadata key of {@link HandlesLongJob}. */
export const LONG_JOB = 'jobs:long-job';

/** Marks a provider's method as the handler of a type of long job. */
export function HandlesLongJob<Payload extends object>(type: LongJobType<Payload>): Marks<LongJobMethod<Payload>> {
  return SetMetadata(LONG_JOB, type);
}
