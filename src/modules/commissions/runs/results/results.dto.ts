import { type Format, FormatField } from '#common/http/downloads.js';
import { CountedOffsetField, SearchQuery } from '#common/http/pagination.js';
import { SumsField } from '#common/http/sums.js';
import { toJsonNumber } from '#common/money/decimal.js';
import { parseOwnJson } from '#common/money/exact-json.js';
import { BooleanField, ChoiceField, IntegerField, TextField } from '#common/validation/index.js';
import {
  ApiProperty,
  BooleanProperty,
  ChoiceProperty,
  IntegerProperty,
  NumberProperty,
  ObjectProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { MEMBER_KINDS, type MemberKind } from '#people/users/index.js';
import { MEMBER_STATUSES, type MemberStatus } from '#network/members/index.js';
import type { RowOf } from '#common/database/row-of.js';

/** What members of a run are sorted by, with `-` in reverse. */
const MEMBER_SORTS = ['earned', 'personal_volume', 'group_volume', 'username', 'uid'] as const;
export type MemberSort = (typeof MEMBER_SORTS)[number];
const MEMBER_ORDERS = MEMBER_SORTS.flatMap((sort) => [sort, `-${sort}`] as const);
export type MemberOrder = MemberSort | `-${MemberSort}`;

/** Filters of the lines of a run. */
export class CommissionLinesQuery extends SearchQuery {
  @SumsField() sums?: 'true' | 'false';
  @CountedOffsetField('a CSV file has all of them') declare offset?: number;
  @IntegerField({ optional: true, description: 'only lines of this payee', example: 5 }) uid?: number;

  @TextField({
    optional: true,
    max: 64,
    description: 'only lines of this bonus, `cap` or `clawback`',
    example: 'levels',
  })
  bonus?: string;

  @IntegerField({ optional: true, description: 'only lines on what this member bought or earned', example: 7 })
  source_uid?: number;

  @FormatField() format?: Format;
}

/** Filters of the members of a run. */
export class CommissionMembersQuery extends SearchQuery {
  @SumsField() sums?: 'true' | 'false';
  @CountedOffsetField('a CSV file has all of them') declare offset?: number;

  @TextField({ optional: true, min: 0, max: 200, description: 'part of the username or name', example: 'maria' })
  declare search?: string;

  @IntegerField({ optional: true, description: 'only this member', example: 5 }) uid?: number;

  @TextField({ optional: true, max: 100, description: 'only members with this paid-as rank', example: 'silver' })
  rank?: string;

  @BooleanField({ optional: true, description: 'true: only active members; false: only others', example: true })
  active?: boolean;

  @ChoiceField(MEMBER_ORDERS, {
    optional: true,
    description: 'what they are sorted by, with `-` in reverse; default: `-earned`. A CSV file is in the order of uids',
    example: '-earned',
  })
  sort?: MemberOrder;

  @FormatField() format?: Format;
}

/** What lines of a run come to. */
export class CommissionLineSumsView {
  @IntegerProperty(1, 'lines') count!: number;
  @NumberProperty(42.5) amount!: number;
}

/** What members of a run earned. */
export class CommissionMemberSumsView {
  @IntegerProperty(1, 'members') count!: number;
  @NumberProperty(42.5) earned!: number;
}

/** The line of a posted run that a `clawback` line takes back. */
export class TakenBackLineView {
  @IntegerProperty(6) run_id!: number;
  @TextProperty('2026-09') period!: string;
  @IntegerProperty(311) number!: number;
  @TextProperty('levels', 'the bonus that paid it') bonus!: string;
}

/** A line of commission. See docs/spec/commissions.md#3-lines. */
export class CommissionLineView {
  @IntegerProperty(17, 'from 1, in the order in which lines are calculated') number!: number;
  @IntegerProperty(5, 'the payee') uid!: number;
  @TextProperty('maria') username!: string;
  @TextProperty('levels', 'id of the bonus in the plan, `cap` or `clawback`') bonus!: string;
  @TextProperty('unilevel') type!: string;

  @IntegerProperty(7, 'the source: the member whose volume or earnings are its base', { nullable: true })
  source_uid!: number | null;

  @TextProperty('jonas', { nullable: true }) source_username!: string | null;
  @IntegerProperty(1, { nullable: true }) level!: number | null;
  @TextProperty(null, 'the rank that a `rank_advancement` line pays for', { nullable: true }) rank!: string | null;
  @NumberProperty(5, { nullable: true }) percent!: number | null;
  @NumberProperty(248, 'in money', { nullable: true }) base!: number | null;
  @NumberProperty(12.4, 'in money; negative for deductions') amount!: number;

  @ObjectProperty(TakenBackLineView, 'of a `clawback`', { nullable: true, example: null })
  takes_back!: TakenBackLineView | null;
}

/** A member in a run: its measures and ranks, and what it earned. */
export class CommissionMemberView {
  @IntegerProperty(5) uid!: number;
  @TextProperty('maria') username!: string;
  @TextProperty('Maria Schmidt') name!: string;
  @ChoiceProperty(MEMBER_KINDS, 'distributor') kind!: MemberKind;
  @ChoiceProperty(MEMBER_STATUSES, 'active') status!: MemberStatus;
  @BooleanProperty(true, 'whether the plan’s conditions of being active hold') active!: boolean;
  @IntegerProperty(3, { nullable: true }) sponsor_uid!: number | null;
  @NumberProperty(100, 'qualifying volume of its own rows') own_volume!: number;
  @NumberProperty(160) personal_volume!: number;
  @NumberProperty(4300.5) group_volume!: number;
  @NumberProperty(95, 'commissionable volume of its own rows') commissionable_volume!: number;
  @TextProperty('silver', 'the paid-as rank', { nullable: true }) rank!: string | null;
  @TextProperty('member', 'the title rank before the run', { nullable: true }) title_before!: string | null;
  @TextProperty('silver', 'the title rank after it', { nullable: true }) title_rank!: string | null;
  @NumberProperty(212.4, 'the sum of its lines, in money') earned!: number;

  @NumberProperty(200, '`earned` in the previous posted period, as last corrected; null if there is none', {
    nullable: true,
  })
  previous_earned!: number | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'number' },
    example: { levels: 200, pool: 12.4 },
    description: 'the sums of its lines by bonus, `cap` and `clawback`',
  })
  bonuses!: Record<string, number>;
}

/** A line with names, as the database has it; amounts are text. */
export type LineRow = RowOf<Omit<CommissionLineView, 'type' | 'takes_back'>, 'percent' | 'base' | 'amount'> & {
  taken_run_id: number | null;
  taken_number: number | null;
  taken_period: string | null;
  taken_bonus: string | null;
};

/** A member of a run with its names; amounts are text, `bonuses` the text of a JSON object. */
export type MemberRow = RowOf<
  Omit<CommissionMemberView, 'bonuses'>,
  'own_volume' | 'personal_volume' | 'group_volume' | 'commissionable_volume' | 'earned' | 'previous_earned'
> & { bonuses: string };

/** @param types of lines by their bonus */
export function toCommissionLineView(row: LineRow, types: ReadonlyMap<string, string>): CommissionLineView {
  return {
    number: row.number,
    uid: row.uid,
    username: row.username,
    bonus: row.bonus,
    type: types.get(row.bonus)!,
    source_uid: row.source_uid,
    source_username: row.source_username,
    level: row.level,
    rank: row.rank,
    percent: row.percent === null ? null : toJsonNumber(row.percent),
    base: row.base === null ? null : toJsonNumber(row.base),
    amount: toJsonNumber(row.amount),
    takes_back:
      row.taken_run_id === null
        ? null
        : { run_id: row.taken_run_id, period: row.taken_period!, number: row.taken_number!, bonus: row.taken_bonus! },
  };
}

export function toCommissionMemberView({ bonuses, ...row }: MemberRow): CommissionMemberView {
  return {
    uid: row.uid,
    username: row.username,
    name: row.name,
    kind: row.kind,
    status: row.status,
    active: row.active,
    sponsor_uid: row.sponsor_uid,
    own_volume: toJsonNumber(row.own_volume),
    personal_volume: toJsonNumber(row.personal_volume),
    group_volume: toJsonNumber(row.group_volume),
    commissionable_volume: toJsonNumber(row.commissionable_volume),
    rank: row.rank,
    title_before: row.title_before,
    title_rank: row.title_rank,
    earned: toJsonNumber(row.earned),
    previous_earned: row.previous_earned === null ? null : toJsonNumber(row.previous_earned),
    bonuses: parseOwnJson(bonuses) as Record<string, number>,
  };
}
