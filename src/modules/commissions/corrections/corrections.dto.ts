import { type Format, FormatField } from '#common/http/downloads.js';
import { SearchQuery } from '#common/http/pagination.js';
import { ChoiceField, IntegerField } from '#common/validation/index.js';
import {
  BooleanProperty,
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import type { LongJob } from '#common/jobs/index.js';
import { type Tree, TREES } from '#network/members/index.js';
import { toJsonNumber } from '#common/money/decimal.js';
import { fixed, fixedNumber } from '#common/money/fixed.js';
import { ApprovalProperty, type ApprovalView } from '#people/approvals/index.js';
import type { RowOf } from '#common/database/row-of.js';
import { CORRECTION_STATUSES, type CorrectionStatus, type CommissionCorrection } from './correction.entity.js';
import type { PeriodRow } from './corrections.queries.js';
import { numberInPath } from '#common/http/path-params.js';

export const CorrectionIdParam = numberInPath('id', 'id of the correction', 2);

/** Filters of the list of corrections. */
export class CorrectionsQuery extends SearchQuery {
  @FormatField() format?: Format;
  @ChoiceField(CORRECTION_STATUSES, {
    optional: true,
    description: 'only corrections with this status',
    example: 'calculated',
  })
  status?: CorrectionStatus;

  @IntegerField({ optional: true, description: 'only corrections because this member was moved', example: 12 })
  uid?: number;
}

/** Where a member stood for a time. */
class CorrectedPositionView {
  @IntegerProperty(3, 'null: a root', { nullable: true }) parent_uid!: number | null;
  @IntegerProperty(null, { nullable: true }) leg!: number | null;
  @InstantProperty('2026-08-02T10:00:00.000Z') from!: string;
  @InstantProperty(null, 'null: until the move', { nullable: true }) to!: string | null;
}

/** Where a member is to have stood. */
class CorrectPositionView {
  @IntegerProperty(5, 'null: a root', { nullable: true }) parent_uid!: number | null;
  @IntegerProperty(null, { nullable: true }) leg!: number | null;
}

/** A posted period, and what it comes to now. */
export class CorrectedPeriodView {
  @TextProperty('2026-10') period!: string;
  @IntegerProperty(12, 'the posted run, which does not change') run_id!: number;

  @IntegerProperty(12, 'the run to compare with: the posted run, or the run of the last approved correction')
  before_run_id!: number;

  @IntegerProperty(19, 'the run that calculated it again', { nullable: true }) correction_run_id!: number | null;
  @NumberProperty(18_420.55) payout_before!: number;
  @NumberProperty(18_402.1, 'null until it is calculated', { nullable: true }) payout_after!: number | null;
  @NumberProperty(-18.45, { nullable: true }) difference!: number | null;
}

/** A correction in the list. */
export class ListedCorrectionView {
  @IntegerProperty(2) id!: number;
  @IntegerProperty(12, 'the member who was moved') uid!: number;
  @ChoiceProperty(TREES, 'sponsor') tree!: Tree;
  @InstantProperty('2026-10-03T00:00:00.000Z') from!: string;
  @TextProperty('wrong sponsor at sign-up') reason!: string;
  @ChoiceProperty(CORRECTION_STATUSES, 'calculated') status!: CorrectionStatus;
  @NumberProperty(1, 'from 0 to 1') progress!: number;
  @BooleanProperty(true, 'whether it needs a second person in every mode of approvals') four_eyes!: boolean;
  @InstantProperty('2026-11-23T08:30:00.000Z') created_at!: string;
  @IntegerProperty(1) created_by_uid!: number;
  @InstantProperty('2026-11-23T08:31:00.000Z', { nullable: true }) calculated_at!: string | null;
  @InstantProperty(null, { nullable: true }) approved_at!: string | null;
  @IntegerProperty(null, { nullable: true }) approved_by_uid!: number | null;
  @InstantProperty(null, 'when it failed or was discarded', { nullable: true }) ended_at!: string | null;
  @TextProperty(null, 'why it failed', { nullable: true }) error!: string | null;

  @InstantProperty(
    null,
    'of a discarded correction: when the move takes effect; it no longer counts in earlier, posted periods',
    { nullable: true },
  )
  holds_from!: string | null;
}

/** A correction: posted periods calculated again. */
export class CorrectionView extends ListedCorrectionView {
  @ListProperty(CorrectedPositionView, 'the previous positions of the member') positions!: CorrectedPositionView[];
  @ObjectProperty(CorrectPositionView) to!: CorrectPositionView;
  @ListProperty(CorrectedPeriodView) periods!: CorrectedPeriodView[];
  @TextProperty('USD') currency_code!: string;
}

/** A correction after it was approved, or while that waits. */
export class ApprovedCorrectionView extends CorrectionView {
  @ApprovalProperty() approval!: ApprovalView;
}

/** A member whose result of a period changes. */
export class CorrectedMemberView {
  @TextProperty('2026-10') period!: string;
  @IntegerProperty(5) uid!: number;
  @TextProperty('maria') username!: string;
  @NumberProperty(120.4) before!: number;
  @NumberProperty(101.95) after!: number;
  @NumberProperty(-18.45) difference!: number;
  @TextProperty('silver', 'paid-as rank', { nullable: true }) rank_before!: string | null;
  @TextProperty('member', 'earlier ranks do not change', { nullable: true }) rank_after!: string | null;
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

/** A member whose result of a period changes. */
export function toCorrectedMemberView({ before, after, difference, ...row }: ChangedRow): CorrectedMemberView {
  return { ...row, before: toJsonNumber(before), after: toJsonNumber(after), difference: toJsonNumber(difference) };
}
