import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { type AdminList, AdminLists, type ListAnswer, type ListQuery } from '#common/audit/admin-lists.js';
import { rowsOfUsersFound } from '#people/users/index.js';
import { Database, Replica } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { isOpen, LongJobs, Retention, type LongJob } from '#common/jobs/index.js';
import { Currency } from '#common/money/currency.js';
import { OpenWork, type RunEnd } from '../runs/index.js';
import { CommissionCorrection } from './correction.entity.js';
import {
  toCorrectedMemberView,
  toCorrectionView,
  toListedCorrectionView,
  type CorrectionsQuery,
  CorrectedMemberView,
  type CorrectionView,
  ListedCorrectionView,
  type ChangedRow,
} from './corrections.dto.js';
import { CHANGED, COUNT_CHANGED, PERIODS, type PeriodRow } from './corrections.queries.js';

/** Reads corrections, what was and what is, which changes nothing. See docs/spec/commissions.md#2. */
@Injectable()
export class CorrectionsReader {
  constructor(
    private readonly db: Database,
    private readonly replica: Replica,
    private readonly jobs: LongJobs,
    private readonly lists: AdminLists,
    private readonly currency: Currency,
  ) {}

  /** Corrections, newest first. */
  async list(query: CorrectionsQuery, reader?: Caller): Promise<ListAnswer<ListedCorrectionView>> {
    return this.lists.answer(await this.listed(query), reader);
  }

  private async listed(
    query: CorrectionsQuery,
  ): Promise<AdminList<CommissionCorrection, ListedCorrectionView, CorrectionsQuery>> {
    const open = await this.open();
    const all = this.db.manager
      .createQueryBuilder(CommissionCorrection, 'c')
      .setParameter('ends', open.statuses)
      .orderBy('c.id', 'DESC');
    const filters = {
      search: rowsOfUsersFound('c.uid', 'c.reason ILIKE :pattern'),
      status: `${OpenWork.statusNow('c')} = :status`,
      uid: 'c.uid = :uid',
    };
    const view = (one: CommissionCorrection) => toListedCorrectionView(open.asOfNow(one), open.jobOf(one));
    const file = { name: 'corrections', entityType: 'commission_correction', of: ListedCorrectionView };
    return { query, all, filters, view, file };
  }

  /**
   * One correction, with its periods.
   * @throws AppError NOT_FOUND
   */
  async read(id: number): Promise<CorrectionView> {
    const open = await this.open();
    const found = open.asOfNow(await findCorrection(this.db.manager, id));
    const periods = await this.periods(found);
    return toCorrectionView(found, { job: open.jobOf(found), periods, currencyCode: this.currency.code });
  }

  /**
   * The members whose results change, by period, the greatest differences first.
   * @throws AppError NOT_FOUND
   */
  async members(id: number, query: ListQuery, reader?: Caller): Promise<ListAnswer<CorrectedMemberView>> {
    const found = await findCorrection(this.db.manager, id);
    const pairs = pairsOf(await this.periods(found));
    const read = async ({ limit, offset }: { limit: number; offset: number }) => {
      const rows = await this.replica.query<ChangedRow>(CHANGED, [...pairs, limit, offset]);
      const [counted] = await this.replica.query<{ count: number }>(COUNT_CHANGED, [...pairs]);
      return { rows: rows.map(toCorrectedMemberView), count: counted?.count ?? 0 };
    };
    const file = {
      name: 'corrected-members',
      entityType: 'commission_correction',
      entityId: String(id),
      of: CorrectedMemberView,
      uidOf: ({ uid }: CorrectedMemberView) => uid,
    };
    return this.lists.answer({ query, read, file }, reader);
  }

  private periods({ id, fromAt }: CommissionCorrection): Promise<PeriodRow[]> {
    return this.db.query<PeriodRow>(null, PERIODS, [id, fromAt]);
  }

  /** Writes what reading says of corrections whose jobs have ended without a result. It is also called before they are changed. */
  @Retention('corrections whose calculation was stopped become failed')
  async settle(): Promise<void> {
    await (await this.open()).settle(this.db.manager);
  }

  private open(): Promise<OpenWork> {
    return OpenWork.of(this.db.manager, CommissionCorrection, this.jobs, endOf);
  }
}

/** Whatever ended the job of a correction, that was stopped. */
function endOf(job: LongJob | undefined): RunEnd | undefined {
  if (isOpen(job?.state)) return undefined;
  return { status: 'failed', error: 'it was stopped', endedAt: job?.finishedAt ?? null };
}

/** What is compared: the runs before, and those of the correction. Periods that are not calculated are left out. */
export function pairsOf(periods: readonly PeriodRow[]): [before: number[], after: number[]] {
  const done = periods.filter(({ status }) => status === 'calculated' || status === 'approved');
  return [done.map(({ before_run_id: before }) => before), done.map(({ correction_run_id: after }) => after!)];
}

/**
 * A correction.
 * @throws AppError NOT_FOUND
 */
export async function findCorrection(tx: EntityManager, id: number): Promise<CommissionCorrection> {
  const found = await tx.findOneBy(CommissionCorrection, { id });
  if (found === null) throw AppError.notFound('correction');
  return found;
}
