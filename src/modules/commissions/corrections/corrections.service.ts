import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database, Replica } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Pager, type Page } from '#common/http/pagination.js';
import { parseId } from '#common/ids.js';
import { LongJobs, type LongJob } from '#common/jobs/index.js';
import { Currency } from '#common/money/currency.js';
import { CommissionCorrection } from './correction.entity.js';
import type { CorrectionsQuery } from './corrections.dto.js';
import { CHANGED, COUNT_CHANGED, PERIODS, type ChangedRow, type PeriodRow } from './corrections.queries.js';
import {
  toCorrectedMemberView,
  toCorrectionView,
  toListedCorrectionView,
  type CorrectedMemberView,
  type CorrectionView,
  type ListedCorrectionView,
} from './corrections.view.js';
import type { PageQuery } from '#common/http/pagination.js';

const PATH = '/admin/api/commission-corrections/';

const GOING = ['queued', 'running'] as const;

/** Tells what was and what is. See docs/spec/commissions.md#2. */
@Injectable()
export class Corrections {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly jobs: LongJobs,
    private readonly pager: Pager,
    private readonly currency: Currency,
  ) {}

  /** Corrections, newest first. */
  async list(query: CorrectionsQuery): Promise<Page<ListedCorrectionView>> {
    const jobs = await this.settle();
    const all = this.db.manager.createQueryBuilder(CommissionCorrection, 'c').orderBy('c.id', 'DESC');
    const filters = { status: 'c.status = :status', uid: 'c.uid = :uid' };
    return this.pager.list(PATH, query, all, filters, (one) => toListedCorrectionView(one, jobs.get(one.jobId ?? '')));
  }

  /**
   * One correction, with its periods.
   * @throws AppError NOT_FOUND
   */
  async read(id: string): Promise<CorrectionView> {
    const jobs = await this.settle();
    const found = await this.find(id);
    const periods = await this.periods(found);
    return toCorrectionView(found, {
      job: jobs.get(found.jobId ?? ''),
      periods,
      currencyCode: this.currency.code,
    });
  }

  /**
   * The members of whom periods come to something else, by period, the greatest differences first.
   * @throws AppError NOT_FOUND
   */
  async members(id: string, query: PageQuery): Promise<Page<CorrectedMemberView>> {
    const found = await this.find(id);
    const pairs = pairsOf(await this.periods(found));
    const { limit, offset } = Pager.bounds(query);
    const rows = await this.replica.query<ChangedRow>(CHANGED, [...pairs, limit, offset]);
    const [counted] = await this.replica.query<{ count: number }>(COUNT_CHANGED, [...pairs]);
    const count = counted?.count ?? 0;
    return this.pager.page(`${PATH}${found.id}/members/`, query, { rows: rows.map(toCorrectedMemberView), count });
  }

  private async find(id: string): Promise<CommissionCorrection> {
    const found = await this.db.manager.findOneBy(CommissionCorrection, { id: parseId(id) ?? 0 });
    if (found === null) throw AppError.notFound('correction');
    return found;
  }

  private periods({ id, fromAt }: CommissionCorrection): Promise<PeriodRow[]> {
    return this.db.query<PeriodRow>(null, PERIODS, [id, fromAt]);
  }

  /** Says of corrections whose long job has ended without a result that they have failed; gives the jobs that go on. */
  async settle(): Promise<ReadonlyMap<string, LongJob>> {
    const { manager } = this.db;
    const open = await manager.findBy(CommissionCorrection, { status: In(GOING) });
    const found = await this.jobs.findAll(open.map(({ jobId }) => jobId!));
    const jobs = new Map(found.map((job) => [job.id, job]));
    for (const { id, jobId } of open) {
      const state = jobs.get(jobId!)?.state;
      if (state === 'waiting' || state === 'running') continue;
      const end = { status: 'failed' as const, error: 'it was stopped', endedAt: () => 'clock_timestamp()' };
      await manager.update(CommissionCorrection, { id, jobId: jobId!, status: In(GOING) }, end);
    }
    return jobs;
  }
}

/** What is compared: the runs before, and those of the correction. Periods that are not calculated are left out. */
export function pairsOf(periods: readonly PeriodRow[]): [before: number[], after: number[]] {
  const done = periods.filter(({ status }) => status === 'calculated' || status === 'approved');
  return [done.map(({ before_run_id: before }) => before), done.map(({ correction_run_id: after }) => after!)];
}
