import { In, IsNull, LessThan, Not, type EntityManager, type EntityTarget } from 'typeorm';
import type { LongJob, LongJobs } from '#common/jobs/index.js';
import type { RunEnd } from './runs.rules.js';

/** Milliseconds that work without a long job is given: the process that does it at once may have died. */
const WITHOUT_JOB_MS = 60_000;

/** What a long job calculates, or a process without one: a run, or a correction. */
interface Work {
  readonly id: number;
  /** Whoever begins it again gives it another job. */
  readonly jobId: string | null;
  readonly status: string;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

type JobsEnd = (job: LongJob | undefined) => RunEnd | undefined;

const keyOf = ({ id, jobId }: Pick<Work, 'id' | 'jobId'>): string => jobId ?? String(id);
const keySql = (row: string): string => `coalesce(${row}job_id::text, ${row}id::text)`;

/**
 * The jobs of work whose status is queued or running, and what that was ended by whose job has ended without a result. It comes
 * before rows are read: a job ends after its result was committed, so work that is still open then has none.
 */
export class OpenWork {
  private constructor(
    private readonly entity: EntityTarget<Work>,
    private readonly jobs: ReadonlyMap<string, LongJob>,
    private readonly ends: ReadonlyMap<string, RunEnd>,
  ) {}

  /** @param endOf what work is ended by whose job is in a state; undefined while that goes on, and no job for one of long ago */
  static async of(
    manager: EntityManager,
    entity: EntityTarget<Work>,
    jobs: LongJobs,
    endOf: JobsEnd,
  ): Promise<OpenWork> {
    const status = In(['queued', 'running']);
    const open = await manager.find(entity, {
      select: { id: true, jobId: true },
      where: [
        { status, jobId: Not(IsNull()) },
        { status, jobId: IsNull(), createdAt: LessThan(new Date(Date.now() - WITHOUT_JOB_MS)) },
      ],
    });
    const found = await jobs.findAll(open.flatMap(({ jobId }) => jobId ?? []));
    const byId = new Map(found.map((job) => [job.id, job]));
    const ends = open.flatMap((work): [string, RunEnd][] => {
      const end = endOf(byId.get(work.jobId ?? ''));
      return end === undefined ? [] : [[keyOf(work), end]];
    });
    return new OpenWork(entity, byId, new Map(ends));
  }

  /** SQL of the status of row `alias` as it will be written: `:ends` are {@link statuses}. */
  static statusNow(alias: string): string {
    return `CASE WHEN ${alias}.status IN ('queued', 'running')
      THEN coalesce(CAST(:ends AS jsonb) ->> ${keySql(`${alias}.`)}, ${alias}.status) ELSE ${alias}.status END`;
  }

  get statuses(): string {
    return JSON.stringify(Object.fromEntries([...this.ends].map(([key, { status }]) => [key, status])));
  }

  /** The job that calculates it, if it is open. */
  jobOf({ jobId }: Pick<Work, 'jobId'>): LongJob | undefined {
    return this.jobs.get(jobId ?? '');
  }

  /** What it was ended by, if that is not written yet. */
  endOf(work: Pick<Work, 'id' | 'jobId' | 'status'>): RunEnd | undefined {
    return work.status === 'queued' || work.status === 'running' ? this.ends.get(keyOf(work)) : undefined;
  }

  /** The row as it will be written. */
  asOfNow<Row extends Work>(row: Row): Row {
    return Object.assign(row, this.endOf(row));
  }

  /** Writes what reading says. It is called by a job, and before rows are changed. */
  async settle(manager: EntityManager): Promise<void> {
    for (const [key, end] of this.ends)
      await manager
        .createQueryBuilder()
        .update(this.entity)
        .set({ ...end, endedAt: end.endedAt ?? (() => 'clock_timestamp()') })
        .where(`${keySql('')} = :key AND status IN ('queued', 'running')`, { key })
        .execute();
  }
}
