import { type Format, FormatField } from '#common/http/downloads.js';
import { type Counted, PageQuery } from '#common/http/pagination.js';
import { SumsField } from '#common/http/sums.js';
import { IntegerField } from '#common/validation/index.js';
import { MEMBER_KINDS, type MemberKind } from '#people/users/index.js';
import { toJsonNumber } from '#common/money/decimal.js';
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
import { MEMBER_STATUSES, type MemberStatus } from '#network/members/index.js';
import type { Earning } from '../../earnings/index.js';
import type { StatementLineRow, StatementRow } from '../../runs/index.js';
import { textInPath } from '#common/http/path-params.js';

export const PeriodParam = textInPath('period', 'the period: `2026-10`, or a week such as `2026-W43`', '2026-10');

/** Most lines of one answer. */
export const MOST_LINES = 1_000;

/** Query of a statement: which of its lines. */
export class StatementQuery {
  @IntegerField({
    optional: true,
    min: 1,
    max: MOST_LINES,
    default: MOST_LINES,
    description: 'how many lines',
    example: 1000,
  })
  limit?: number;

  @IntegerField({ optional: true, min: 0, default: 0, description: 'number of lines to skip', example: 0 })
  offset?: number;
}

const MEMBER = { description: 'uid of the member', example: 5 } as const;

/** Whose progress is read, in the admin module. */
export class MemberQuery {
  @IntegerField(MEMBER) uid!: number;
}

/** Query of the list of a member's posted periods, in the admin module. */
export class StatementsOfMemberQuery extends PageQuery {
  @FormatField() format?: Format;
  @SumsField() sums?: 'true' | 'false';
  @IntegerField(MEMBER) uid!: number;
}

/** Query of a member's statement, in the admin module. */
export class StatementOfMemberQuery extends StatementQuery {
  @IntegerField(MEMBER) uid!: number;
}

/** Lines that no bonus gives. */
const OTHERS = ['cap', 'clawback'];

/** What a bonus comes to. */
export class BonusSumView {
  @TextProperty('levels', 'id of the bonus, `cap` or `clawback`') bonus!: string;
  @TextProperty('unilevel', 'type of the bonus, `cap` or `clawback`') type!: string;
  @NumberProperty(42.5) amount!: number;
}

/** A posted period of a member. See docs/spec/commissions.md#5. */
export class PostedPeriodView {
  @TextProperty('2026-10', 'a month, or an ISO week such as `2026-W43`') period!: string;
  @InstantProperty('2026-10-01T00:00:00.000Z') from!: string;
  @InstantProperty('2026-11-01T00:00:00.000Z', 'not included') to!: string;
  @InstantProperty('2026-11-03T10:00:00.000Z') posted_at!: string;
  @NumberProperty(42.5, 'the sum of all lines; may be negative') total!: number;
  @TextProperty('USD') currency_code!: string;
  @ListProperty(BonusSumView, 'the same by bonus, in the order of the plan') by_bonus!: BonusSumView[];
  @ChoiceProperty(MEMBER_KINDS, 'distributor') kind!: MemberKind;
  @ChoiceProperty(MEMBER_STATUSES, 'active') status!: MemberStatus;
  @BooleanProperty(true, 'whether the member was active in the period') active!: boolean;
  @TextProperty('silver', 'the paid-as rank', { nullable: true }) rank!: string | null;
  @TextProperty('gold', 'the title rank after the period', { nullable: true }) title_rank!: string | null;
  @NumberProperty(120) personal_volume!: number;
  @NumberProperty(4300) group_volume!: number;
}

/** A posted period of a member in the admin module. */
export class AdminPostedPeriodView extends PostedPeriodView {
  @IntegerProperty(12, 'the posted run, which explains it') run_id!: number;
}

/** What posted periods of a member come to. */
export class StatementSumsView {
  @IntegerProperty(1, 'posted periods') count!: number;
  @NumberProperty(42.5, 'the sum of all lines') total!: number;
}

/** The line of a posted period that a clawback takes back. */
class TakenLineView {
  @TextProperty('2026-09') period!: string;
  @IntegerProperty(17) number!: number;
  @TextProperty('levels') bonus!: string;
}

/** A line of commission of a member. */
export class StatementLineView {
  @IntegerProperty(17, 'of the period; names the line') number!: number;
  @TextProperty('levels', 'id of the bonus, `cap` or `clawback`') bonus!: string;
  @TextProperty('unilevel', 'type of the bonus, `cap` or `clawback`') type!: string;

  @IntegerProperty(12, 'the member whose volume or earnings it is paid on', { nullable: true })
  source_uid!: number | null;

  @TextProperty('maria', 'null for members who are no longer below the member', { nullable: true })
  source_username!: string | null;

  @IntegerProperty(1, { nullable: true }) level!: number | null;
  @TextProperty(null, 'the rank that a rank advancement is for', { nullable: true }) rank!: string | null;
  @NumberProperty(5, { nullable: true }) percent!: number | null;
  @NumberProperty(850, 'what the percentage is of, in money', { nullable: true }) base!: number | null;
  @NumberProperty(42.5) amount!: number;

  @ObjectProperty(TakenLineView, 'of a clawback: the line that it takes back', { nullable: true })
  takes_back!: TakenLineView | null;
}

/** What a correction of a posted period gave, or took. */
export class StatementCorrectionView {
  @InstantProperty('2026-12-03T09:30:00.000Z', 'when it was approved') at!: string;
  @NumberProperty(-13, 'negative for what was taken') amount!: number;
  @TextProperty('correction 3: wrong sponsor') reason!: string;
}

/** What a member got for a posted period. */
export class StatementView extends PostedPeriodView {
  @ListProperty(StatementCorrectionView, 'not part of `total`: each is an `adjustment` in the earnings')
  corrections!: StatementCorrectionView[];

  @ListProperty(StatementLineView, 'in the order in which they were calculated') lines!: StatementLineView[];
  @IntegerProperty(1, 'the total number of lines') line_count!: number;
}

/** A posted period of a member. */
export function toPostedPeriodView(row: StatementRow, currencyCode: string): PostedPeriodView {
  return {
    period: row.period,
    from: row.from_at.toISOString(),
    to: row.to_at.toISOString(),
    posted_at: row.posted_at.toISOString(),
    total: toJsonNumber(row.earned),
    currency_code: currencyCode,
    by_bonus: toBonusSums(row),
    kind: row.kind,
    status: row.status,
    active: row.active,
    rank: row.rank,
    title_rank: row.title_rank,
    personal_volume: toJsonNumber(row.personal_volume),
    group_volume: toJsonNumber(row.group_volume),
  };
}

/** Sums by bonus, in the order of the plan, then caps and clawbacks. */
export function toBonusSums({ bonuses, types }: Pick<StatementRow, 'bonuses' | 'types'>): BonusSumView[] {
  const all = [...types, ...OTHERS.map((id) => [id, id] as const)];
  // A bonus may be called `constructor`, which every object seems to have.
  const paid = all.filter(([id]) => Object.hasOwn(bonuses, id));
  return paid.map(([bonus, type]) => ({ bonus, type, amount: toJsonNumber(bonuses[bonus]!) }));
}

/** What is read beside a posted period. */
export interface StatementParts {
  readonly currencyCode: string;
  /** Some of the lines, and how many there are. */
  readonly lines: Counted<StatementLineRow>;
  readonly usernames: ReadonlyMap<number, string>;
  readonly corrections: readonly Pick<Earning, 'at' | 'amount' | 'reason'>[];
}

/** A statement with some of its lines. */
export function toStatementView(
  row: StatementRow,
  { currencyCode, lines, usernames, corrections }: StatementParts,
): StatementView {
  const types = new Map(row.types);
  return {
    ...toPostedPeriodView(row, currencyCode),
    corrections: corrections.map(({ at, amount, reason }) => ({
      at: at.toISOString(),
      amount: toJsonNumber(amount),
      reason: reason!,
    })),
    lines: lines.rows.map((line) => toLineView(line, types, usernames)),
    line_count: lines.count,
  };
}

function toLineView(
  line: StatementLineRow,
  types: ReadonlyMap<string, string>,
  usernames: ReadonlyMap<number, string>,
): StatementLineView {
  const { bonus, source_uid, taken_period } = line;
  // One literal: of a thousand lines, spread parts take longer than all else here.
  return {
    number: line.number,
    bonus,
    type: types.get(bonus) ?? bonus,
    source_uid,
    source_username: (source_uid === null ? undefined : usernames.get(source_uid)) ?? null,
    level: line.level,
    rank: line.rank,
    percent: numberOf(line.percent),
    base: numberOf(line.base),
    amount: toJsonNumber(line.amount),
    takes_back:
      taken_period === null
        ? null
        : { period: taken_period, number: line.taken_number!, bonus: line.taken_bonus ?? 'clawback' },
  };
}

function numberOf(text: string | null): number | null {
  return text === null ? null : toJsonNumber(text);
}
