import { fixedNumber } from '#common/money/fixed.js';
import { toJsonNumber } from '#common/money/decimal.js';
import { ApiProperty } from '#common/openapi/decorators.js';
import { MEMBER_STATUSES, type MemberStatus } from '#network/members/index.js';
import type { MemberStanding } from '#network/live/index.js';
import { MEMBER_KINDS, type MemberKind } from '#people/users/index.js';
import type { OpenPeriod } from '../../plans/index.js';
import type { EstimateRow } from '../../runs/index.js';
import { BonusSumView, toBonusSums } from '../posted/statements.dto.js';
import type { Condition, ConditionLeg, Evaluated } from './conditions.rules.js';

const CONDITIONS = [
  'personal_volume',
  'group_volume',
  'leg_cap_percent',
  'active_frontline',
  'customers',
  'legs',
  'any',
] as const;

/** A leg in a condition. */
class ConditionLegView {
  @ApiProperty({ type: 'integer', example: 12, description: 'the member at the head of the leg' })
  uid!: number;

  @ApiProperty({ type: String, nullable: true, example: 'maria' })
  username!: string | null;

  @ApiProperty({
    type: Number,
    example: 850,
    description: 'its qualifying volume, without the part that is in the personal volume',
  })
  had!: number;

  @ApiProperty({ type: Number, nullable: true, example: 600, description: 'the part that counts under the cap' })
  counts!: number | null;

  @ApiProperty({ type: String, nullable: true, example: 'silver', description: 'the highest paid-as rank in it' })
  rank!: string | null;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    example: null,
    description: 'whether it has the required rank',
  })
  holds!: boolean | null;
}

/** A condition: what is wanted, and what is there. */
export class ProgressConditionView {
  @ApiProperty({
    type: String,
    enum: [...CONDITIONS],
    example: 'leg_cap_percent',
    description:
      '`leg_cap_percent`: the required group volume, where each leg and the personal volume count up to the cap',
  })
  condition!: Condition['condition'];

  @ApiProperty({ type: String, nullable: true, example: null, description: 'the rank that is required in legs' })
  rank!: string | null;

  @ApiProperty({ type: Number, example: 1000, description: 'volume, members or legs; of `any` 1' })
  wanted!: number;

  @ApiProperty({ type: Number, example: 720 })
  had!: number;

  @ApiProperty({ type: Number, example: 280, description: '0 if it is met' })
  missing!: number;

  @ApiProperty({ type: Boolean, example: false })
  holds!: boolean;

  @ApiProperty({ type: [ConditionLegView], description: 'if it is about legs: the 20 largest' })
  legs!: ConditionLegView[];

  @ApiProperty({
    type: 'array',
    items: { type: 'array', items: { type: 'object', additionalProperties: true } },
    example: [],
    description: 'of `any`: its branches, each a list of conditions like this one; one branch must be met',
  })
  any!: ProgressConditionView[][];
}

/** The next higher rank. */
class NextRankView {
  @ApiProperty({ type: String, example: 'gold' })
  name!: string;

  @ApiProperty({ type: [ProgressConditionView], description: 'all must be met, besides being active' })
  conditions!: ProgressConditionView[];
}

/** What the newest preview of the open period says. */
class EstimateView {
  @ApiProperty({ type: Number, example: 42.5 })
  amount!: number;

  @ApiProperty({ type: String, example: 'USD' })
  currency_code!: string;

  @ApiProperty({ type: [BonusSumView], description: 'the same by bonus' })
  by_bonus!: BonusSumView[];

  @ApiProperty({
    type: String,
    format: 'date-time',
    example: '2026-11-20T10:00:00.000Z',
    description: 'when it was calculated',
  })
  as_of!: string;

  @ApiProperty({ type: 'integer', example: 7, description: 'the preview' })
  run_id!: number;
}

/** The open period. */
export class OpenPeriodView {
  @ApiProperty({ type: String, example: '2026-11', description: 'a month, or an ISO week such as `2026-W47`' })
  period!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-11-01T00:00:00.000Z' })
  from!: string;

  @ApiProperty({ type: String, format: 'date-time', example: '2026-12-01T00:00:00.000Z', description: 'not included' })
  to!: string;
}

/** A member in the open period. See docs/spec/commissions.md#5. */
export class ProgressView extends OpenPeriodView {
  @ApiProperty({ type: String, enum: [...MEMBER_KINDS], example: 'distributor' })
  kind!: MemberKind;

  @ApiProperty({ type: String, enum: [...MEMBER_STATUSES], example: 'active' })
  status!: MemberStatus;

  @ApiProperty({ type: Number, example: 120, description: 'the member’s own orders count at once' })
  personal_volume!: number;

  @ApiProperty({ type: Number, example: 720, description: 'orders of others count within 5 seconds' })
  group_volume!: number;

  @ApiProperty({ type: Boolean, nullable: true, example: true, description: 'null while no plan is in force' })
  active!: boolean | null;

  @ApiProperty({ type: [ProgressConditionView], description: 'the conditions of being active' })
  active_conditions!: ProgressConditionView[];

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'silver',
    description: 'the paid-as rank as of now; null for customers and terminated members, and while no plan is in force',
  })
  rank!: string | null;

  @ApiProperty({
    type: NextRankView,
    nullable: true,
    description: 'null for members who have the highest rank, or can have none',
  })
  next_rank!: NextRankView | null;

  @ApiProperty({ type: EstimateView, nullable: true, description: 'as of the newest preview; null until there is one' })
  estimated!: EstimateView | null;
}

/** Usernames by uid, of those who may be seen. */
export type Usernames = ReadonlyMap<number, string>;

/** What a rank or being active asks for, and what is missing. */
export function toConditionViews(conditions: readonly Condition[], usernames: Usernames): ProgressConditionView[] {
  return conditions.map(({ condition, isVolume, rank, wanted, had, holds, legs, any }) => {
    const number = isVolume ? volumeOf : (count: number): number => count;
    return {
      condition,
      rank,
      wanted: number(wanted),
      had: number(had),
      missing: number(Math.max(0, wanted - had)),
      holds,
      legs: legs.map((leg) => toLegView(leg, usernames)),
      any: any.map((branch) => toConditionViews(branch, usernames)),
    };
  });
}

/** The next rank with what is missing. */
export function toNextRankView(next: Evaluated['next'], usernames: Usernames): NextRankView | null {
  return next && { name: next.name, conditions: toConditionViews(next.conditions, usernames) };
}

/** The open period: that of the plan in force, or the calendar month. */
export function toOpenPeriodView({ measured }: MemberStanding, open: OpenPeriod | undefined): OpenPeriodView {
  const from = new Date(measured.period.from).toISOString();
  const period = open?.period.name ?? from.slice(0, 'yyyy-mm'.length);
  return { period, from, to: new Date(measured.period.to).toISOString() };
}

/** What the newest preview says. */
export function toEstimateView(row: EstimateRow | undefined, currencyCode: string): EstimateView | null {
  if (row === undefined) return null;
  const { run_id, earned, calculated_at } = row;
  return {
    amount: toJsonNumber(earned),
    currency_code: currencyCode,
    by_bonus: toBonusSums(row),
    as_of: calculated_at.toISOString(),
    run_id,
  };
}

/** All legs that some conditions show. */
export function legsIn(conditions: readonly Condition[]): number[] {
  return conditions.flatMap(({ legs, any }) => [...legs.map(({ uid }) => uid), ...any.flatMap(legsIn)]);
}

/** Whole ten-thousandths as JSON has them. */
export function volumeOf(amount: number): number {
  return fixedNumber(BigInt(amount));
}

function toLegView({ uid, had, counts, rank, holds }: ConditionLeg, usernames: Usernames): ConditionLegView {
  return {
    uid,
    username: usernames.get(uid) ?? null,
    had: volumeOf(had),
    counts: counts === null ? null : volumeOf(counts),
    rank,
    holds,
  };
}
