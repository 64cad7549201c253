import { FormatField, type FORMATS } from '#common/http/downloads.js';
import { TextField } from '#common/validation/index.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { fixed, fixedNumber, type Fixed } from '#common/money/fixed.js';
import {
  mean,
  PERCENTILES,
  percentile,
  type IncomeSums,
  percentOfWhole,
  totalOf,
  type ByKind,
  type Shares,
} from './compliance.rules.js';

/** Query of the compliance page. */
export class ComplianceQuery {
  @TextField({
    max: 8,
    description: 'a period whose run is posted, such as `2026-10` or `2026-W44`, or a year, such as `2026`',
    example: '2026-10',
    pattern: {
      expression: /^20\d\d(-(0[1-9]|1[0-2]|W(0[1-9]|[1-4]\d|5[0-3])))?$/,
      message: 'must be a period such as 2026-10 or 2026-W44, or a year such as 2026',
    },
  })
  period!: string;

  @FormatField()
  format?: (typeof FORMATS)[number];
}

/** Amounts by kind. */
class AmountsByKindView {
  @ApiProperty({ type: Number, example: 320_000 })
  total!: number;

  @ApiProperty({ type: Number, example: 180_000 })
  customer!: number;

  @ApiProperty({ type: Number, example: 60_000, description: 'preferred customers' })
  preferred!: number;

  @ApiProperty({ type: Number, example: 80_000 })
  distributor!: number;
}

/** Shares by kind, in percent. */
class SharesByKindView {
  @ApiProperty({ type: Number, nullable: true, example: 56.25, description: 'null if there is nothing to share' })
  customer!: number | null;

  @ApiProperty({ type: Number, nullable: true, example: 18.75 })
  preferred!: number | null;

  @ApiProperty({ type: Number, nullable: true, example: 25 })
  distributor!: number | null;
}

/** Percentiles of income, by name. */
class PercentilesView {
  @ApiProperty({ type: Number, example: 0 })
  p10!: number;

  @ApiProperty({ type: Number, example: 12.4 })
  p25!: number;

  @ApiProperty({ type: Number, example: 96.1 })
  p50!: number;

  @ApiProperty({ type: Number, example: 410 })
  p75!: number;

  @ApiProperty({ type: Number, example: 1_630.75 })
  p90!: number;

  @ApiProperty({ type: Number, example: 3_900.2 })
  p95!: number;

  @ApiProperty({ type: Number, example: 21_480 })
  p99!: number;
}

/** The best-paid hundredth of all distributors. */
class TopView {
  @ApiProperty({ type: 'integer', example: 7, description: 'one percent, rounded up' })
  members!: number;

  @ApiProperty({ type: Number, example: 160_000, description: 'what they earned together' })
  amount!: number;

  @ApiProperty({ type: Number, nullable: true, example: 21.5, description: 'as a percentage of what all earned' })
  percent!: number | null;

  @ApiProperty({ type: Number, example: 21_480, description: 'the smallest amount that one of them earned' })
  least!: number;
}

/** What the distributors of a year earned. */
export class IncomeView {
  @ApiProperty({ type: String, example: '2026' })
  year!: string;

  @ApiProperty({ type: [String], example: ['2026-09', '2026-10'], description: 'its posted periods' })
  periods!: string[];

  @ApiProperty({
    type: 'integer',
    example: 640,
    description: 'everybody who was a distributor at some time in these periods, including those who left',
  })
  distributors!: number;

  @ApiProperty({ type: 'integer', example: 212, description: 'those of them who earned nothing' })
  without!: number;

  @ApiProperty({ type: Number, nullable: true, example: 33.125 })
  without_percent!: number | null;

  @ApiProperty({ type: Number, example: 744_000, description: 'what all of them earned' })
  total!: number;

  @ApiProperty({ type: Number, nullable: true, example: 1_162.5, description: 'null if there was no distributor' })
  mean!: number | null;

  @ApiProperty({ type: Number, nullable: true, example: 96.1 })
  median!: number | null;

  @ApiProperty({
    type: PercentilesView,
    nullable: true,
    description: 'this percentage earned no more; interpolated between neighbours',
  })
  percentiles!: PercentilesView | null;

  @ApiProperty({ type: TopView, nullable: true })
  top_1_percent!: TopView | null;
}

/** A period that counts as it was corrected. */
class CorrectedView {
  @ApiProperty({ type: String, example: '2026-10' })
  period!: string;

  @ApiProperty({ type: 'integer', example: 41, description: 'the posted run' })
  run_id!: number;

  @ApiProperty({ type: 'integer', example: 47, description: 'the run of the last approved correction' })
  correction_run_id!: number;
}

/** Fairness: who bought, and who earned. */
export class ComplianceView {
  @ApiProperty({ type: String, example: '2026-10' })
  period!: string;

  @ApiProperty({ type: 'array', items: { type: 'integer' }, example: [41], description: 'ids of the posted runs' })
  run_ids!: number[];

  @ApiProperty({
    type: CorrectedView,
    isArray: true,
    description: 'of these, those that count as they were corrected: the differences were paid as adjustments',
  })
  corrected!: CorrectedView[];

  @ApiProperty({ type: String, example: 'USD' })
  currency_code!: string;

  @ApiProperty({ type: AmountsByKindView, description: 'commissionable volume, by the kind of the buyer' })
  volume!: AmountsByKindView;

  @ApiProperty({ type: SharesByKindView })
  volume_percent!: SharesByKindView;

  @ApiProperty({
    type: AmountsByKindView,
    description:
      'commissions after clawbacks, by the kind of the buyer: a line with a source by the kind of the source, others in proportion to the volumes',
  })
  commissions!: AmountsByKindView;

  @ApiProperty({ type: SharesByKindView })
  commissions_percent!: SharesByKindView;

  @ApiProperty({ type: Number, nullable: true, example: 75, description: 'customers and preferred customers together' })
  commissions_from_customers_percent!: number | null;

  @ApiProperty({ type: Number, example: 140_800, description: 'all lines, with caps and what was taken back' })
  payout!: number;

  @ApiProperty({ type: Number, nullable: true, example: 44, description: 'of commissionable volume × rate' })
  payout_percent!: number | null;

  @ApiProperty({ type: IncomeView, description: 'for all posted periods of the whole year' })
  income!: IncomeView;
}

/** Shares as clients see them. */
export function toSharesView({
  volume,
  base,
  commissions,
}: Shares): Omit<ComplianceView, 'period' | 'run_ids' | 'corrected' | 'currency_code' | 'income'> {
  const { preferred, customer } = commissions;
  const payout = totalOf(commissions);
  return {
    volume: amounts(volume),
    volume_percent: shares(volume),
    commissions: amounts(commissions),
    commissions_percent: shares(commissions),
    commissions_from_customers_percent: percent(preferred + customer, payout),
    payout: fixedNumber(payout),
    payout_percent: percent(payout, base),
  };
}

/** What was earned in a year as clients see it. */
export function toIncomeView(
  sums: IncomeSums,
  { year, periods, digits }: { year: string; periods: string[]; digits: number },
): IncomeView {
  const { distributors, without, total, top, around } = sums;
  const at = (place: number): number =>
    fixedNumber(percentile(PERCENTILES[place]!, distributors, around[place]!, digits));
  const isNobody = distributors === 0;
  return {
    year,
    periods,
    distributors,
    without,
    without_percent: percent(BigInt(without), BigInt(distributors)),
    total: fixedNumber(fixed(total)),
    mean: isNobody ? null : fixedNumber(mean(total, distributors, digits)),
    median: isNobody ? null : at(PERCENTILES.indexOf(50)),
    percentiles: isNobody
      ? null
      : { p10: at(0), p25: at(1), p50: at(2), p75: at(3), p90: at(4), p95: at(5), p99: at(6) },
    top_1_percent: isNobody
      ? null
      : {
          members: top.members,
          amount: fixedNumber(fixed(top.amount)),
          percent: percent(fixed(top.amount), fixed(total)),
          least: fixedNumber(fixed(top.least!)),
        },
  };
}

function amounts(of: ByKind<Fixed>): AmountsByKindView {
  const { customer, preferred, distributor } = of;
  return {
    total: fixedNumber(totalOf(of)),
    customer: fixedNumber(customer),
    preferred: fixedNumber(preferred),
    distributor: fixedNumber(distributor),
  };
}

function shares(of: ByKind<Fixed>): SharesByKindView {
  const { customer, preferred, distributor } = of;
  const whole = totalOf(of);
  return {
    customer: percent(customer, whole),
    preferred: percent(preferred, whole),
    distributor: percent(distributor, whole),
  };
}

function percent(part: bigint, whole: bigint): number | null {
  const share = percentOfWhole(part, whole);
  return share === null ? null : fixedNumber(share);
}
