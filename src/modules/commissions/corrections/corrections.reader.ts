import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database, Replica } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Pager, type Page, type PageQuery } from '#common/http/pagination.js';
import { LongJobs, Retention, type LongJob } from '#common/jobs/index.js';
import { Currency } from '#common/money/currency.js';
import { CommissionCorrection } from './correction.entity.js';
import {
  toCorrectedMemberView,
  toCorrectionView,
  toListedCorrectionView,
  type CorrectionsQuery,
  type CorrectedMemberView,
  type CorrectionView,
  type ListedCorrectionView,
  type ChangedRow,
} from './corrections.dto.js';
import { CHANGED, COUNT_CHANGED, PERIODS, type PeriodRow } from './corrections.queries.js';

const PATH = '/admin/api/commission-corrections/';

const GOING = ['queued', 'running'] as const;

/** Reads corrections, what was and what is, which changes nothing. See docs/spec/commissions.md#2. */
@Injectable()
export class CorrectionsReader {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly jobs: LongJobs,
    private readonly pager: Pager,
    private readonly currency: Currency,
  ) {}

  /** Corrections, newest first. */
  async list(query: CorrectionsQuery): Promise<Page<ListedCorrectionView>> {
    const { jobs, ends } = await this.open();
    const all = this.db.manager
      .createQueryBuilder(CommissionCorrection, 'c')
      .setParameter('ended', [...ends.keys()])
      .orderBy('c.id', 'DESC');
    const filters = { status: `${STATUS_NOW} = :status`, uid: 'c.uid = :uid' };
    const view = (one: CommissionCorrection) => toListedCorrectionView(asOfNow(one, ends), jobs.get(one.jobId ?? ''));
    return this.pager.list(PATH, query, all, filters, view);
  }

  /**
   * One correction, with its periods.
   * @throws AppError NOT_FOUND
   */
  async read(id: number): Promise<CorrectionView> {
    const { jobs, ends } = await this.open();
    const found = asOfNow(await this.find(id), ends);
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
  async members(id: number, query: PageQuery): Promise<Page<CorrectedMemberView>> {
    const found = await this.find(id);
    const pairs = pairsOf(await this.periods(found));
    const { limit, offset } = Pager.bounds(query);
    const rows = await this.replica.query<ChangedRow>(CHANGED, [...pairs, limit, offset]);
    const [counted] = await this.replica.query<{ count: number }>(COUNT_CHANGED, [...pairs]);
    const count = counted?.count ?? 0;
    return this.pager.page(`${PATH}${found.id}/members/`, query, { rows: rows.map(toCorrectedMemberView), count });
  }

  private async find(id: number): Promise<CommissionCorrection> {
    const found = await this.db.manager.findOneBy(CommissionCorrection, { id });
    if (found === null) throw AppError.notFound('correction');
    return found;
  }

  private periods({ id, fromAt }: CommissionCorrection): Promise<PeriodRow[]> {
    return this.db.query<PeriodRow>(null, PERIODS, [id, fromAt]);
  }

  /** Writes what reading says of corrections whose jobs have ended without a result. It is also called before they are changed. */
  @Retention('corrections whose calculation was stopped are told as failed')
  async settle(): Promise<void> {
    const { ends } = await this.open();
    for (const [jobId, end] of ends) {
      const ended = { ...end, endedAt: end.endedAt ?? (() => 'clock_timestamp()') };
      await this.db.manager.update(CommissionCorrection, { jobId, status: In(GOING) }, ended);
    }
  }

  /** The jobs of corrections that are told as going on, and the ends of those whose jobs have ended. It comes before they are read. */
  private async open(): Promise<OpenCorrections> {
    const going = await this.db.manager.findBy(CommissionCorrection, { status: In(GOING) });
    const found = await this.jobs.findAll(going.map(({ jobId }) => jobId!));
    const jobs = new Map(found.map((job) => [job.id, job]));
    const ends = new Map<string, End>();
    for (const { jobId } of going) {
      const job = jobs.get(jobId!);
      if (job?.state === 'waiting' || job?.state === 'running') continue;
      ends.set(jobId!, { status: 'failed', error: 'it was stopped', endedAt: job?.finishedAt ?? null });
    }
    return { jobs, ends };
  }
}

type End = Pick<CommissionCorrection, 'status' | 'error' | 'endedAt'>;

/** What is known of corrections that go on before they are read, by the ids of their jobs. */
interface OpenCorrections {
  readonly jobs: ReadonlyMap<string, LongJob>;
  readonly ends: ReadonlyMap<string, End>;
}

/** The status of one whose job has ended is written by a job, and read as what it will be: `:ended` are such jobs. */
const STATUS_NOW = `CASE WHEN c.status IN ('queued', 'running') AND c.job_id = ANY (:ended) THEN 'failed' ELSE c.status END`;

function asOfNow(one: CommissionCorrection, ends: OpenCorrections['ends']): CommissionCorrection {
  const end = one.status === 'queued' || one.status === 'running' ? ends.get(one.jobId ?? '') : undefined;
  return end === undefined ? one : Object.assign(one, end);
}

/** What is compared: the runs before, and those of the correction. Periods that are not calculated are left out. */
export function pairsOf(periods: readonly PeriodRow[]): [before: number[], after: number[]] {
  const done = periods.filter(({ status }) => status === 'calculated' || status === 'approved');
  return [done.map(({ before_run_id: before }) => before), done.map(({ correction_run_id: after }) => after!)];
}
