import { SetMetadata } from '@nestjs/common';
import type { Config } from '../config/config.js';

/** Default retries of a failed job. */
export const RETRIES = 5;

/** The options of a type of job. */
export interface JobOptions {
  /**
   * Retries of a failed job: 3 seconds later, then 7, 20, 55, 148 and so on, up to 6 hours; default 5. A job whose process
   * died is retried in any case.
   */
  readonly retries?: number;
  /** The cron schedule on which jobs are added, such as `0 4 * * *`. */
  readonly schedule?: string;
  /** A new job replaces the waiting one with the same key, including its run time unless this is `preserve_run_at`. */
  readonly keyMode?: 'replace' | 'preserve_run_at';
  /** Jobs with a higher number wait for all that could be done with a lower one; default 0. */
  readonly priority?: number;
  /** Concurrent jobs of an instance, from its settings; by default the types share `JOB_CONCURRENCY`. */
  readonly slots?: (config: Config) => number;
}

/** A type of job, with the type of its payload. */
export class JobType<Payload extends object> {
  /** For the compiler alone. */
  declare readonly payload: Payload;

  /** @param task its name, such as `housekeeping`, unique in the service */
  constructor(
    readonly task: string,
    readonly options: JobOptions = {},
  ) {}
}

/** A job to add. */
export interface JobRequest<Payload extends object> {
  readonly payload: Payload;
  /** Only one job of a queue runs at a time, across all instances. */
  readonly queue?: string;
  /** Only one job with this key waits; a running one does not count. */
  readonly key?: string;
  /** The earliest start; default: now. */
  readonly runAt?: Date;
}

/** What a handler gets besides the payload. */
export interface JobContext {
  /** Aborts when the instance is stopping. */
  readonly signal: AbortSignal;
  /** The number of this attempt, from 1; attempts of crashed processes count. */
  readonly attempt: number;
}

type JobMethod<Payload extends object> = (payload: Payload, context: JobContext) => Promise<void>;

/** A decorator for methods of one type. */
export type Marks<Kind> = <Method extends Kind>(
  target: object,
  name: string,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

/** Metadata keys of {@link Job} and {@link Retention}. */
export const JOB = 'jobs:job';
export const RETENTION = 'jobs:retention';

/** Marks a provider's method as the handler of a type of job. */
export function Job<Payload extends object>(type: JobType<Payload>): Marks<JobMethod<Payload>> {
  return SetMetadata(JOB, type);
}

/**
 * Marks a provider's method that deletes expired data; housekeeping calls it every ten minutes. It must be safe on several
 * instances at the same time.
 * @param what what it deletes, and when
 */
export function Retention(what: string): MethodDecorator {
  return SetMetadata(RETENTION, what);
}

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
