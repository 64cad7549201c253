import { fixedNumber } from '#common/money/fixed.js';
import { toJsonNumber } from '#common/money/decimal.js';
import {
  ApiProperty,
  BooleanProperty,
  ChoiceProperty,
  InstantProperty,
  IntegerProperty,
  ListProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
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
  @IntegerProperty(12, 'the member at the head of the leg') uid!: number;
  @TextProperty('maria', { nullable: true }) username!: string | null;
  @NumberProperty(850, 'its qualifying volume, without the part that is in the personal volume') had!: number;
  @NumberProperty(600, 'the part that counts under the cap', { nullable: true }) counts!: number | null;
  @TextProperty('silver', 'the highest paid-as rank in it', { nullable: true }) rank!: string | null;
  @BooleanProperty(null, 'whether it has the required rank', { nullable: true }) holds!: boolean | null;
}

/** A condition: what is wanted, and what is there. */
export class ProgressConditionView {
  @ChoiceProperty(
    CONDITIONS,
    'leg_cap_percent',
    '`leg_cap_percent`: the required group volume, where each leg and the personal volume count up to the cap',
  )
  condition!: Condition['condition'];

  @TextProperty(null, 'the rank that is required in legs', { nullable: true }) rank!: string | null;
  @NumberProperty(1000, 'volume, members or legs; of `any` 1') wanted!: number;
  @NumberProperty(720) had!: number;
  @NumberProperty(280, '0 if it is met') missing!: number;
  @BooleanProperty(false) holds!: boolean;
  @ListProperty(ConditionLegView, 'if it is about legs: the 20 largest') legs!: ConditionLegView[];

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
  @TextProperty('gold') name!: string;
  @ListProperty(ProgressConditionView, 'all must be met, besides being active') conditions!: ProgressConditionView[];
}

/** What the newest preview of the open period says. */
class EstimateView {
  @NumberProperty(42.5) amount!: number;
  @TextProperty('USD') currency_code!: string;
  @ListProperty(BonusSumView, 'the same by bonus') by_bonus!: BonusSumView[];
  @InstantProperty('2026-11-20T10:00:00.000Z', 'when it was calculated') as_of!: string;
  @IntegerProperty(7, 'the preview') run_id!: number;
}

/** The open period. */
export class OpenPeriodView {
  @TextProperty('2026-11', 'a month, or an ISO week such as `2026-W47`') period!: string;
  @InstantProperty('2026-11-01T00:00:00.000Z') from!: string;
  @InstantProperty('2026-12-01T00:00:00.000Z', 'not included') to!: string;
}

/** A member in the open period. See docs/spec/commissions.md#5. */
export class ProgressView extends OpenPeriodView {
  @ChoiceProperty(MEMBER_KINDS, 'distributor') kind!: MemberKind;
  @ChoiceProperty(MEMBER_STATUSES, 'active') status!: MemberStatus;
  @NumberProperty(120, 'the member’s own orders count at once') personal_volume!: number;
  @NumberProperty(720, 'orders of others count within 5 seconds') group_volume!: number;
  @BooleanProperty(true, 'null while no plan is in force', { nullable: true }) active!: boolean | null;
  @ListProperty(ProgressConditionView, 'the conditions of being active') active_conditions!: ProgressConditionView[];

  @TextProperty(
    'silver',
    'the paid-as rank now; null for customers and terminated members, and while no plan is in force',
    { nullable: true },
  )
  rank!: string | null;

  @ObjectProperty(NextRankView, 'null for members who have the highest rank, or can have none', { nullable: true })
  next_rank!: NextRankView | null;

  @ObjectProperty(EstimateView, 'as of the newest preview; null until there is one', { nullable: true })
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
