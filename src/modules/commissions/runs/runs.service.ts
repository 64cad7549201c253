import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThan, Not, type EntityManager } from 'typeorm';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Pager, type Page } from '#common/http/pagination.js';
import { parseId } from '#common/ids.js';
import { LongJobs, type LongJob } from '#common/jobs/index.js';
import { Currency } from '#common/money/currency.js';
import { RunComparison } from './results/comparison.js';
import { CommissionRun } from './run.entity.js';
import type { RunsQuery } from './runs.dto.js';
import { endOf } from './runs.rules.js';
import { toListedRunView, toRunView, type ListedRunView, type RunView } from './runs.view.js';

const PATH = '/admin/api/commission-runs/';

/** Statuses in which a long job is at work, or will be. */
const OPEN = ['queued', 'running'] as const;

/** Milliseconds that a run without a long job is given: the process that calculates it at once may have died. */
const WITHOUT_JOB_MS = 60_000;

/** Reads runs. See docs/spec/commissions.md#4. */
@Injectable()
export class RunsService {
  constructor(
    private readonly db: Database,
    private readonly jobs: LongJobs,
    private readonly pager: Pager,
    private readonly currency: Currency,
    private readonly comparison: RunComparison,
  ) {}

  /** Runs, newest first, without their summaries. */
  async list(query: RunsQuery): Promise<Page<ListedRunView>> {
    const jobs = await this.settle();
    const all = this.db.manager
      .createQueryBuilder(CommissionRun, 'r')
      .select(LISTED.map((column) => `r.${column}`))
      .orderBy('r.id', 'DESC');
    const filters = {
      period: 'r.period = :period',
      kind: 'r.kind = :kind',
      status: 'r.status = :status',
      plan_id: 'r.plan_id = :plan_id',
      corrects_run_id: 'r.corrects_run_id = :corrects_run_id',
      search: `r.document->>'name' ILIKE :search`,
    };
    const view = (run: CommissionRun) => toListedRunView(run, this.told(jobs.get(run.jobId ?? '')));
    return this.pager.list(PATH, query, all, filters, view);
  }

  /**
   * One run.
   * @throws AppError NOT_FOUND
   */
  async read(id: string): Promise<RunView> {
    const jobs = await this.settle();
    const found = await this.db.manager.findOneBy(CommissionRun, { id: parseId(id) ?? 0 });
    if (found === null) throw AppError.notFound('run');
    return this.view(this.db.manager, found, jobs.get(found.jobId ?? ''));
  }

  /**
   * A run as it is read.
   * @param job that calculates it; left out where that does not matter any more
   */
  async view(tx: EntityManager, run: CommissionRun, job?: LongJob): Promise<RunView> {
    return toRunView(run, await this.comparison.previousOf(tx, run), this.told(job));
  }

  /**
   * Says of runs whose long job has ended without a result that they have. It is called before runs are told or counted.
   * @returns the jobs of those that go on, by their ids
   */
  async settle(): Promise<ReadonlyMap<string, LongJob>> {
    const { manager } = this.db;
    const status = In(OPEN);
    const open = await manager.find(CommissionRun, {
      select: { id: true, jobId: true },
      where: [
        { status, jobId: Not(IsNull()) },
        { status, jobId: IsNull(), createdAt: LessThan(new Date(Date.now() - WITHOUT_JOB_MS)) },
      ],
    });
    const found = await this.jobs.findAll(open.flatMap(({ jobId }) => jobId ?? []));
    const jobs = new Map(found.map((job) => [job.id, job]));
    for (const { id, jobId } of open) {
      const end = endOf(jobs.get(jobId ?? ''));
      // A job ends after its result was committed, so a run that is still open has none.
      if (end !== undefined)
        await manager.update(CommissionRun, { id, status: In(OPEN) }, { ...end, endedAt: () => 'clock_timestamp()' });
    }
    return jobs;
  }

  private told(job: LongJob | undefined): { job: LongJob | undefined; currencyCode: string } {
    return { job, currencyCode: this.currency.code };
  }
}

/** The columns of lists: the others are large. */
const LISTED = [
  'id',
  'kind',
  'period',
  'fromAt',
  'toAt',
  'planId',
  'document',
  'status',
  'jobId',
  'isAutomatic',
  'createdAt',
  'createdByUid',
  'calculatedAt',
  'approvedAt',
  'approvedByUid',
  'postedAt',
  'postedByUid',
  'endedAt',
  'error',
  'seconds',
  'inputHash',
  'resultHash',
  'correctionId',
  'correctsRunId',
] as const satisfies readonly (keyof CommissionRun)[];
