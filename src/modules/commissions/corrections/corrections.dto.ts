import { PageQuery } from '#common/http/pagination.js';
import { ChoiceField, IntegerField } from '#common/validation/index.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import type { LongJob } from '#common/jobs/index.js';
import { fixed, fixedNumber } from '#common/money/fixed.js';
import { toJsonNumber } from '#common/money/decimal.js';
import { ApprovalProperty, type ApprovalView } from '#people/approvals/index.js';
import type { RowOf } from '#common/database/row-of.js';
import { CORRECTION_STATUSES, type CorrectionStatus, type CommissionCorrection } from './correction.entity.js';
import type { PeriodRow } from './corrections.queries.js';
import { numberInPath } from '#common/http/path-params.js';

export const CorrectionIdParam = numberInPath('id', 'id of the correction', 2);

/** Filters of the list of corrections. */
export class CorrectionsQuery extends PageQuery {
  @ChoiceField(CORRECTION_STATUSES, {
    optional: true,
    description: 'only corrections with this status',
    example: 'calculated',
  })
  status?: CorrectionStatus;

  @IntegerField({ optional: true, description: 'only corrections because this member was moved', example: 12 })
  uid?: number;
}

const money = (example: number) => ({ type: Number, example }) as const;
const INSTANT = { type: String, format: 'date-time', nullable: true } as const;
const NULLABLE_MONEY = { type: Number, nullable: true } as const;

/** Where a member stood for a time. */
class CorrectedPositionView {
  @ApiProperty({ type: 'integer', nullable: true, example: 3, description: 'null: a root' })
  parent_uid!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: null })
  leg!: number | null;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-08-02T10:00:00.000Z' })
  from!: string;

  @ApiProperty({ ...INSTANT, example: null, description: 'null: until the move' })
  to!: string | null;
}

/** Where a member is to have stood. */
class CorrectPositionView {
  @ApiProperty({ type: 'integer', nullable: true, example: 5, description: 'null: a root' })
  parent_uid!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: null })
  leg!: number | null;
}

/** A posted period, and what it comes to now. */
export class CorrectedPeriodView {
  @ApiProperty({ type: String, example: '2026-10' })
  period!: string;

  @ApiProperty({ type: 'integer', example: 12, description: 'the posted run, which does not change' })
  run_id!: number;

  @ApiProperty({
    type: 'integer',
    example: 12,
    description: 'the run to compare with: the posted run, or the run of the last approved correction',
  })
  before_run_id!: number;

  @ApiProperty({ type: 'integer', nullable: true, example: 19, description: 'the run that calculated it again' })
  correction_run_id!: number | null;

  @ApiProperty(money(18_420.55))
  payout_before!: number;

  @ApiProperty({ ...NULLABLE_MONEY, example: 18_402.1, description: 'null until it is calculated' })
  payout_after!: number | null;

  @ApiProperty({ ...NULLABLE_MONEY, example: -18.45 })
  difference!: number | null;
}

/** A correction in the list. */
export class ListedCorrectionView {
  @ApiProperty({ type: 'integer', example: 2 })
  id!: number;

  @ApiProperty({ type: 'integer', example: 12, description: 'the member who was moved' })
  uid!: number;

  @ApiProperty({ type: String, enum: ['sponsor', 'placement'], example: 'sponsor' })
  tree!: CommissionCorrection['tree'];

  @ApiProperty({ type: String, format: 'date-time', example: '2026-10-03T00:00:00.000Z' })
  from!: string;

  @ApiProperty({ type: String, example: 'wrong sponsor at sign-up' })
  reason!: string;

  @ApiProperty({ type: String, enum: CORRECTION_STATUSES, example: 'calculated' })
  status!: CorrectionStatus;

  @ApiProperty({ type: Number, example: 1, description: 'from 0 to 1' })
  progress!: number;

  @ApiProperty({
    type: Boolean,
    example: true,
    description: 'whether it needs a second person in every mode of approvals',
  })
  four_eyes!: boolean;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-23T08:30:00.000Z' })
  created_at!: string;

  @ApiProperty({ type: 'integer', example: 1 })
  created_by_uid!: number;

  @ApiProperty({ ...INSTANT, example: '2026-11-23T08:31:00.000Z' })
  calculated_at!: string | null;

  @ApiProperty({ ...INSTANT, example: null })
  approved_at!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: null })
  approved_by_uid!: number | null;

  @ApiProperty({ ...INSTANT, example: null, description: 'when it failed or was discarded' })
  ended_at!: string | null;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'why it failed' })
  error!: string | null;

  @ApiProperty({
    ...INSTANT,
    example: null,
    description:
      'of a discarded correction: when the move takes effect; it no longer counts in earlier, posted periods',
  })
  holds_from!: string | null;
}

/** A correction: posted periods calculated again. */
export class CorrectionView extends ListedCorrectionView {
  @ApiProperty({ type: CorrectedPositionView, isArray: true, description: 'the previous positions of the member' })
  positions!: CorrectedPositionView[];

  @ApiProperty({ type: CorrectPositionView })
  to!: CorrectPositionView;

  @ApiProperty({ type: CorrectedPeriodView, isArray: true })
  periods!: CorrectedPeriodView[];

  @ApiProperty({ type: String, example: 'USD' })
  currency_code!: string;
}

/** A correction after it was approved, or while that waits. */
export class ApprovedCorrectionView extends CorrectionView {
  @ApprovalProperty()
  approval!: ApprovalView;
}

/** A member of whom a period comes to something else. */
export class CorrectedMemberView {
  @ApiProperty({ type: String, example: '2026-10' })
  period!: string;

  @ApiProperty({ type: 'integer', example: 5 })
  uid!: number;

  @ApiProperty({ type: String, example: 'maria' })
  username!: string;

  @ApiProperty(money(120.4))
  before!: number;

  @ApiProperty(money(101.95))
  after!: number;

  @ApiProperty(money(-18.45))
  difference!: number;

  @ApiProperty({ type: String, nullable: true, example: 'silver', description: 'paid-as rank' })
  rank_before!: string | null;

  @ApiProperty({ type: String, nullable: true, example: 'member', description: 'earlier ranks do not change' })
  rank_after!: string | null;
}

/** A member of whom a period came to something else. Amounts are text. */
export type ChangedRow = RowOf<CorrectedMemberView, 'before' | 'after' | 'difference'>;

const at = (instant: Date | null): string | null => instant?.toISOString() ?? null;

/** A correction as lists show it. */
export function toListedCorrectionView(one: CommissionCorrection, job: LongJob | undefined): ListedCorrectionView {
  const { id, uid, tree, reason, status, fourEyes, createdByUid, approvedByUid, error } = one;
  const isOpen = status === 'queued' || status === 'running';
  return {
    id,
    uid,
    tree,
    from: one.fromAt.toISOString(),
    reason,
    status,
    progress: isOpen ? (job?.total ? job.done / job.total : 0) : 1,
    four_eyes: fourEyes,
    created_at: one.createdAt.toISOString(),
    created_by_uid: createdByUid,
    calculated_at: at(one.calculatedAt),
    approved_at: at(one.approvedAt),
    approved_by_uid: approvedByUid,
    ended_at: at(one.endedAt),
    error,
    holds_from: at(one.holdsFrom),
  };
}

/** A correction as it is read. */
export function toCorrectionView(
  one: CommissionCorrection,
  { job, periods, currencyCode }: { job: LongJob | undefined; periods: readonly PeriodRow[]; currencyCode: string },
): CorrectionView {
  const { positions, to } = one.change;
  return {
    ...toListedCorrectionView(one, job),
    positions: positions.map(({ parent_uid, leg, from, to: end }) => ({ parent_uid, leg, from, to: end })),
    to,
    periods: periods.map(toPeriodView),
    currency_code: currencyCode,
  };
}

function toPeriodView({ status: _, ...row }: PeriodRow): CorrectedPeriodView {
  const [before, after] = [fixed(row.payout_before), row.payout_after === null ? null : fixed(row.payout_after)];
  return {
    ...row,
    payout_before: fixedNumber(before),
    payout_after: after === null ? null : fixedNumber(after),
    difference: after === null ? null : fixedNumber(after - before),
  };
}

/** A member of whom a period comes to something else. */
export function toCorrectedMemberView({ before, after, difference, ...row }: ChangedRow): CorrectedMemberView {
  return {
    ...row,
    before: toJsonNumber(before),
    after: toJsonNumber(after),
    difference: toJsonNumber(difference),
  };
}
