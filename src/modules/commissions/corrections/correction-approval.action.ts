import { Injectable } from '@nestjs/common';
import { In, LessThan, type EntityManager } from 'typeorm';
import type { Caller } from '#common/access/index.js';
import { AuditLog } from '#common/audit/audit-log.js';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Currency } from '#common/money/currency.js';
import { toJsonNumber } from '#common/money/decimal.js';
import { fixed, fixedNumber } from '#common/money/fixed.js';
import {
  ApprovableAction,
  Approvals,
  EFFECT_PEOPLE,
  Proposals,
  toAuditedDecision,
  toTouchedPeople,
  numberAsked,
  type ApprovalForecastQuery,
  type Decided,
  type Described,
  type Involved,
  type TouchedRow,
} from '#people/approvals/index.js';
import { TitleRanks } from '#network/members/index.js';
import { ADJUST_PERIODS, EarningsLedger } from '../earnings/index.js';
import { CommissionRun, PostedRuns, type RankChange, RunEvents } from '../runs/index.js';
import { CommissionCorrection } from './correction.entity.js';
import { NOT_CALCULATED, OLDER_OPEN, POSTED_SINCE } from './corrections.failures.js';
import {
  COUNT_MEMBERS,
  DIFFERENCES,
  GREATEST,
  MOVERS,
  PERIODS,
  TAKE_TIME,
  type PeriodRow,
} from './corrections.queries.js';
import { CorrectionsReader, findCorrection, pairsOf } from './corrections.reader.js';
import type { ApprovedCorrectionView } from './corrections.dto.js';

/** Statuses of corrections that are not decided. */
export const OPEN = ['queued', 'running', 'calculated', 'failed'] as const;

/** Posts the differences between the runs $1 and $2 as adjustments: $3 is who, $4 the reason. */
const POST = statement(
  'corrections.post',
  `WITH given AS (
     SELECT d.uid, d.period, d.amount, $3::bigint AS by_uid, $4::text AS reason FROM (${DIFFERENCES}) AS d
   )
   ${ADJUST_PERIODS}`,
);

/** SQL of the titles that run $2 gives and run $1 did not. Run $2 has all members that $1 has. */
const TITLES = `SELECT uid, b.title_rank AS was, a.title_rank AS title
   FROM (SELECT uid, title_rank FROM commission_members WHERE run_id = $1) AS b
   JOIN (SELECT uid, title_rank FROM commission_members WHERE run_id = $2) AS a USING (uid)
  WHERE a.title_rank IS DISTINCT FROM b.title_rank`;

/** Which correction. */
export interface ApprovedCorrection {
  readonly correction_id: number;
}

/** Approving a correction, which posts its differences. See docs/spec/commissions.md#2. */
@Injectable()
export class CorrectionApproval extends ApprovableAction<ApprovedCorrection> {
  readonly kind = 'correction.approve';
  readonly permission = 'corrections.approve';

  constructor(
    private readonly db: Database,
    private readonly corrections: CorrectionsReader,
    private readonly approvals: Approvals,
    private readonly proposals: Proposals,
    private readonly posted: PostedRuns,
    private readonly ledger: EarningsLedger,
    private readonly members: TitleRanks,
    private readonly runEvents: RunEvents,
    private readonly audit: AuditLog,
    private readonly currency: Currency,
  ) {
    super();
  }

  /**
   * Posts the differences as adjustments of the open period, once, or proposes to; audited.
   * @throws AppError NOT_FOUND; PERMISSION_DENIED for who cannot approve it; CONFLICT for one that is not calculated, has an
   *   older one before it, or where a period was posted since
   */
  async approve(caller: Caller, id: number): Promise<ApprovedCorrectionView> {
    await this.corrections.settle();
    const subject = { correction_id: id };
    const { approval } = await this.approvals.transaction(caller, (tx) =>
      this.approvals.ask(tx, this, subject, caller),
    );
    return { ...(await this.corrections.read(id)), approval };
  }

  /** Lets a proposal to approve a correction lapse, if one waits, because the correction is changed now. */
  async lapse(tx: EntityManager, caller: Caller, id: number): Promise<void> {
    await this.proposals.changed(tx, caller, this.kind, String(id));
  }

  override subjectOf(asked: ApprovalForecastQuery): ApprovedCorrection {
    return { correction_id: numberAsked(asked) };
  }

  keyOf({ correction_id: id }: ApprovedCorrection): string {
    return String(id);
  }

  override async involved(tx: EntityManager, { correction_id: id }: ApprovedCorrection): Promise<Involved> {
    const { status, fourEyes: isBound } = await findCorrection(tx, id);
    if (status !== 'calculated') throw AppError.of(NOT_CALCULATED, { id, status });
    const older = await tx.findOne(CommissionCorrection, {
      where: { id: LessThan(id), status: In(OPEN) },
      order: { id: 'ASC' },
    });
    if (older !== null) throw AppError.of(OLDER_OPEN, { id: older.id });
    const movers = await this.db.query<{ uid: number }>(tx, MOVERS, [id]);
    return { contributors: movers.map(({ uid }) => uid), isBound };
  }

  async describe(tx: EntityManager, subject: ApprovedCorrection): Promise<Described> {
    const { correction_id: id } = subject;
    await this.db.lock(tx, 'corrections');
    const involved = await this.involved(tx, subject);
    const { reason, uid } = await findCorrection(tx, id);
    const periods = await this.periods(tx, id);
    const missing = periods.find((period) => period.status !== 'calculated');
    if (missing !== undefined) throw AppError.of(POSTED_SINCE, { period: missing.period });
    const difference = periods.reduce((sum, one) => sum + fixed(one.payout_after!) - fixed(one.payout_before), 0n);
    await this.db.query(tx, TAKE_TIME);
    const pairs = pairsOf(periods);
    const [counted] = await this.db.query<{ count: number }>(tx, COUNT_MEMBERS, [...pairs]);
    return {
      lookedAt: { periods },
      ...involved,
      effect: {
        summary: `Posts the differences of correction ${id}, because member ${uid} was moved in the past: ${reason}`,
        summary_de: `Verbucht die Differenzen der Korrektur ${id}, weil Mitglied ${uid} rückwirkend umgesetzt wurde: ${reason}`,
        amount: fixedNumber(difference),
        currency_code: this.currency.code,
        members: counted!.count,
        people: toTouchedPeople(await this.db.query<TouchedRow>(tx, GREATEST, [...pairs, EFFECT_PEOPLE])),
        changes: periods.map(({ period, payout_before: before, payout_after: after }) => ({
          name: `payout of ${period}`,
          before: toJsonNumber(before),
          after: toJsonNumber(after!),
        })),
      },
    };
  }

  async carryOut(tx: EntityManager, { correction_id: id }: ApprovedCorrection, decided: Decided): Promise<void> {
    const { by } = decided;
    const { reason, uid, tree, status } = await findCorrection(tx, id);
    const periods = await this.periods(tx, id);
    await this.ledger.hold(tx);
    const worded = `correction ${id}: ${reason}`.slice(0, 500);
    await this.db.query(tx, POST, [...pairsOf(periods), by.uid, worded]);
    const now = { approvedAt: () => 'clock_timestamp()', approvedByUid: by.uid };
    await tx.update(CommissionRun, { correctionId: id }, { status: 'approved', ...now });
    await tx.update(CommissionCorrection, id, { status: 'approved', ...now });
    await this.audit.record(tx, by, {
      action: 'commission_correction.approve',
      entityType: 'commission_correction',
      entityId: id,
      before: { uid, tree, status },
      after: { uid, tree, status: 'approved', ...toAuditedDecision(decided) },
    });
    // The last: who moves or places these members waits from here on.
    const last = periods.at(-1);
    if (last !== undefined) await this.titles(tx, last);
  }

  /** Members have the titles that the last posted period comes to now. */
  private async titles(tx: EntityManager, { period, ...runs }: PeriodRow): Promise<void> {
    const { document } = await tx.findOneByOrFail(CommissionRun, { id: runs.correction_run_id! });
    const ranks = document.ranks.map(({ name }) => name);
    const values = [runs.before_run_id, runs.correction_run_id, ranks] as const;
    const changed = await this.members.correct(tx, { name: 'corrections.titles', titles: TITLES, values });
    const isTitle = (change: (typeof changed)[number]): change is RankChange => change.to !== null;
    await this.runEvents.ranksChanged(tx, period, changed.filter(isTitle));
  }

  /** Nothing is posted until the transaction ends. */
  private async periods(tx: EntityManager, id: number): Promise<PeriodRow[]> {
    const { fromAt } = await findCorrection(tx, id);
    await this.posted.span(tx);
    return this.db.query<PeriodRow>(tx, PERIODS, [id, fromAt]);
  }
}
