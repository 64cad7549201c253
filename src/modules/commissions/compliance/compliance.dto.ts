import { type Format, FormatField } from '#common/http/downloads.js';
import { TextField } from '#common/validation/index.js';
import {
  ApiProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextListProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
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

  @FormatField() format?: Format;
}

/** Amounts by kind. */
class AmountsByKindView {
  @NumberProperty(320_000) total!: number;
  @NumberProperty(180_000) customer!: number;
  @NumberProperty(60_000, 'preferred customers') preferred!: number;
  @NumberProperty(80_000) distributor!: number;
}

/** Shares by kind, in percent. */
class SharesByKindView {
  @NumberProperty(56.25, 'null if there is nothing to share', { nullable: true }) customer!: number | null;
  @NumberProperty(18.75, { nullable: true }) preferred!: number | null;
  @NumberProperty(25, { nullable: true }) distributor!: number | null;
}

/** Percentiles of income, by name. */
class PercentilesView {
  @NumberProperty(0) p10!: number;
  @NumberProperty(12.4) p25!: number;
  @NumberProperty(96.1) p50!: number;
  @NumberProperty(410) p75!: number;
  @NumberProperty(1_630.75) p90!: number;
  @NumberProperty(3_900.2) p95!: number;
  @NumberProperty(21_480) p99!: number;
}

/** The best-paid hundredth of all distributors. */
class TopView {
  @IntegerProperty(7, 'one percent, rounded up') members!: number;
  @NumberProperty(160_000, 'what they earned together') amount!: number;
  @NumberProperty(21.5, 'as a percentage of what all earned', { nullable: true }) percent!: number | null;
  @NumberProperty(21_480, 'the smallest amount that one of them earned') least!: number;
}

/** What the distributors of a year earned. */
export class IncomeView {
  @TextProperty('2026') year!: string;
  @TextListProperty(['2026-09', '2026-10'], 'its posted periods') periods!: string[];

  @IntegerProperty(640, 'everybody who was a distributor at some time in these periods, including those who left')
  distributors!: number;

  @IntegerProperty(212, 'those of them who earned nothing') without!: number;
  @NumberProperty(33.125, { nullable: true }) without_percent!: number | null;
  @NumberProperty(744_000, 'what all of them earned') total!: number;
  @NumberProperty(1_162.5, 'null if there was no distributor', { nullable: true }) mean!: number | null;
  @NumberProperty(96.1, { nullable: true }) median!: number | null;

  @ObjectProperty(PercentilesView, 'this percentage earned no more; interpolated between neighbours', {
    nullable: true,
  })
  percentiles!: PercentilesView | null;

  @ObjectProperty(TopView, { nullable: true }) top_1_percent!: TopView | null;
}

/** A period that counts as it was corrected. */
class CorrectedView {
  @TextProperty('2026-10') period!: string;
  @IntegerProperty(41, 'the posted run') run_id!: number;
  @IntegerProperty(47, 'the run of the last approved correction') correction_run_id!: number;
}

/** Fairness: who bought, and who earned. */
export class ComplianceView {
  @TextProperty('2026-10') period!: string;

  @ApiProperty({ type: 'array', items: { type: 'integer' }, example: [41], description: 'ids of the posted runs' })
  run_ids!: number[];

  @ListProperty(
    CorrectedView,
    'of these, those that count as they were corrected: the differences were paid as adjustments',
  )
  corrected!: CorrectedView[];

  @TextProperty('USD') currency_code!: string;
  @ObjectProperty(AmountsByKindView, 'commissionable volume, by the kind of the buyer') volume!: AmountsByKindView;
  @ObjectProperty(SharesByKindView) volume_percent!: SharesByKindView;

  @ObjectProperty(
    AmountsByKindView,
    'commissions after clawbacks, by the kind of the buyer: a line with a source by the kind of the source, others in proportion to the volumes',
  )
  commissions!: AmountsByKindView;

  @ObjectProperty(SharesByKindView) commissions_percent!: SharesByKindView;

  @NumberProperty(75, 'customers and preferred customers together', { nullable: true })
  commissions_from_customers_percent!: number | null;

  @NumberProperty(140_800, 'all lines, with caps and what was taken back') payout!: number;
  @NumberProperty(44, 'of commissionable volume × rate', { nullable: true }) payout_percent!: number | null;
  @ObjectProperty(IncomeView, 'for all posted periods of the whole year') income!: IncomeView;
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
