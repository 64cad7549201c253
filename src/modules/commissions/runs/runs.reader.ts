import { Injectable } from '@nestjs/common';
import { In, Not, type EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { type AdminList, AdminLists, type ListAnswer } from '#common/audit/admin-lists.js';
import { Database, idIn, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import type { ExactFirst } from '#common/http/exact-first.js';
import { LongJobs, type LongJob } from '#common/jobs/index.js';
import { sorted } from '#common/http/sorting.js';
import { Currency } from '#common/money/currency.js';
import { OpenPeriods, PublishedPlans } from '../plans/index.js';
import { OpenWork } from './open-work.js';
import { lastPosted, previousRun } from './results/results.queries.js';
import { CommissionRun } from './run.entity.js';
import {
  toListedRunView,
  toRunView,
  type PeriodsToRunView,
  type PeriodToRunView,
  type RunsQuery,
  ListedRunView,
  type RunView,
} from './runs.dto.js';
import { ENDED, endOf } from './runs.rules.js';

/** The run with exactly this number and those of exactly this period; then those with it in their period or the name of their plan. */
const RUNS_FOUND: ExactFirst = {
  exact: `r.id = ${idIn(':search')} OR r.period = upper(:search::text)`,
  others: [`r.period ILIKE :pattern OR r.document->>'name' ILIKE :pattern`],
};

/** Whoever changes a run is waited for that long. */
const WAIT = statement('runs.wait', `SELECT set_config('lock_timeout', '5s', true)`);

/** A year of weeks, and some. */
const MOST_PERIODS = 60;

/** How far back periods are offered while nothing is posted. */
const EARLIEST_DAYS = 400;
const DAY_MS = 86_400_000;

/** Reads runs, which changes nothing. See docs/spec/commissions.md#4. */
@Injectable()
export class RunsReader {
  constructor(
    private readonly db: Database,
    private readonly jobs: LongJobs,
    private readonly lists: AdminLists,
    private readonly currency: Currency,
    private readonly plans: PublishedPlans,
    private readonly periods: OpenPeriods,
  ) {}

  /** Runs, newest first, without their summaries. */
  async list(query: RunsQuery, reader?: Caller): Promise<ListAnswer<ListedRunView>> {
    return this.lists.answer(await this.listed(query), reader);
  }

  private async listed(query: RunsQuery): Promise<AdminList<CommissionRun, ListedRunView, RunsQuery>> {
    const open = await this.open();
    const runs = this.db.manager
      .createQueryBuilder(CommissionRun, 'r')
      .select(LISTED.map((column) => `r.${column}`))
      .setParameter('ends', open.statuses);
    const all = sorted(runs, query.sort ?? '-created_at', { created_at: 'r.id' }, 'r.id');
    const filters = {
      period: 'r.period = :period',
      kind: 'r.kind = :kind',
      status: `${OpenWork.statusNow('r')} = :status`,
      plan_id: 'r.plan_id = :plan_id',
      corrects_run_id: 'r.corrects_run_id = :corrects_run_id',
      search: RUNS_FOUND,
    };
    const view = (run: CommissionRun) => toListedRunView(open.asOfNow(run), this.told(open.jobOf(run)));
    const file = { name: 'commission-runs', entityType: 'commission_run', of: ListedRunView };
    return { query, all, filters, view, file };
  }

  /**
   * One run.
   * @throws AppError NOT_FOUND
   */
  async read(id: number): Promise<RunView> {
    const open = await this.open();
    const found = await this.db.manager.findOneBy(CommissionRun, { id });
    if (found === null) throw AppError.notFound('run');
    return this.view(this.db.manager, open.asOfNow(found), open.jobOf(found));
  }

  /**
   * A run as it is read.
   * @param job that calculates it; left out where that does not matter any more
   */
  async view(tx: EntityManager, run: CommissionRun, job?: LongJob): Promise<RunView> {
    return toRunView(run, await previousRun(tx, run), this.told(job));
  }

  /**
   * A run, locked until the transaction ends; others that change it are waited for briefly.
   * @throws AppError NOT_FOUND
   */
  async lock(tx: EntityManager, id: number): Promise<CommissionRun> {
    await this.db.query(tx, WAIT);
    const found = await tx.findOne(CommissionRun, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (found === null) throw AppError.notFound('run');
    return found;
  }

  /** The periods that can be run: the oldest first, up to the open one, at most {@link MOST_PERIODS}. */
  async toRun(): Promise<PeriodsToRunView> {
    const { manager } = this.db;
    const now = new Date();
    const open = await this.open();
    const posted = await lastPosted(manager);
    const finals = await manager.find(CommissionRun, {
      select: { id: true, period: true, status: true, jobId: true },
      where: { kind: 'final', status: Not(In(ENDED)) },
    });
    const running = new Set(finals.filter((run) => open.endOf(run) === undefined).map(({ period }) => period));
    const periods: PeriodToRunView[] = [];
    let from = posted?.toAt ?? (await this.firstPeriod(now));
    while (from !== undefined && from <= now && periods.length < MOST_PERIODS) {
      const period = await this.periods.at(from);
      if (period === undefined) break;
      // What follows the last posted one; while nothing is posted, any, unless another one is under way before it.
      const isNext = posted === null ? running.size === 0 : periods.length === 0;
      const hasEnded = period.to <= now;
      periods.push({
        period: period.period.name,
        from: period.from.toISOString(),
        to: period.to.toISOString(),
        has_ended: hasEnded,
        can_be_final: hasEnded && isNext && !running.has(period.period.name),
      });
      from = period.to;
    }
    return { periods };
  }

  /** Writes what reading says of runs whose jobs have ended without a result. It is called by a job, and before runs are changed. */
  async settle(): Promise<void> {
    await (await this.open()).settle(this.db.manager);
  }

  private open(): Promise<OpenWork> {
    return OpenWork.of(this.db.manager, CommissionRun, this.jobs, endOf);
  }

  /** While nothing is posted: where the first version begins, but not long ago. */
  private async firstPeriod(now: Date): Promise<Date | undefined> {
    const version = await this.plans.after(this.db.manager, '1900-01-01');
    const earliest = new Date(now.getTime() - EARLIEST_DAYS * DAY_MS);
    return version === undefined || version.fromAt! > earliest ? (version?.fromAt ?? undefined) : earliest;
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
  'figures',
] as const satisfies readonly (keyof CommissionRun)[];
