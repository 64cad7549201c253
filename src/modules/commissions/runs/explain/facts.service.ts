import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Currency } from '#common/money/currency.js';
import { parseOwnJson } from '#common/money/exact-json.js';
import { fixed, fixedText, type Fixed } from '#common/money/fixed.js';
import {
  type BonusTypes,
  type InputOfMember,
  type LegVolumes,
  Money,
  type RunTotals,
} from '@commerce/commission-engine';
import { InstalledBonuses } from '../../plans/index.js';
import { lineRanges, type LineRange } from '../results/results.queries.js';
import type { CommissionRun } from '../run.entity.js';
import { limitsOf } from './conditions.js';
import { BINARY, BONUS_SUMS, FRONTLINE, LEGS, LINES, MEMBER, TOTALS } from './explain.queries.js';
import {
  COUNTED_LINES,
  type BonusFacts,
  type FrontlineFacts,
  type LegFacts,
  type LinesFacts,
  type MemberFacts,
} from './facts.js';
import { GroupsExplained } from './groups.service.js';
import { SuccessionsExplained } from './successions.service.js';
import { Words } from './words.js';
import type { CommissionMember } from '../results/results.entity.js';
import type { LineRow } from '../results/results.dto.js';

/** Legs that are shown. */
const SHOWN_LEGS = 20;

/** A row as it is read: exact numbers are texts. */
type Read<Facts> = { readonly [Key in keyof Facts]: Facts[Key] extends Fixed ? string : Facts[Key] };

const OF_MEMBER = ['own', 'commissionable', 'personal', 'group', 'counted', 'earned'] as const;
const OF_LEG = ['own', 'group', 'counted'] as const;
const OF_LEGS = ['leftIn', 'rightIn', 'left', 'right', 'leftOut', 'rightOut'] as const;

/** Reads what is stored of a member and its surroundings in a run, a bounded part of it, whatever the depth. */
@Injectable()
export class ExplainFacts {
  constructor(
    private readonly db: Database,
    private readonly currency: Currency,
    private readonly groups: GroupsExplained,
    private readonly successions: SuccessionsExplained,
    private readonly bonuses: InstalledBonuses,
  ) {}

  /** The types of bonuses that there are. */
  get types(): BonusTypes {
    return this.bonuses.types;
  }

  /** Writes numbers of this installation. */
  get words(): Words {
    return new Words(this.currency.code, this.currency.digits);
  }

  /**
   * All that bonuses of the plan are explained by.
   * @param page of the lines of each bonus
   * @throws AppError NOT_FOUND for who is not in the run
   */
  async of(run: CommissionRun, uid: number, page: { limit: number; offset: number }): Promise<BonusFacts> {
    const plan = run.document;
    const member = await this.member(run.id, uid);
    if (member === undefined) throw AppError.notFound('member');
    const { types } = this;
    const explainedBy = (what: 'group' | 'totals'): string[] =>
      plan.bonuses.filter((bonus) => types.past(bonus).explainedBy === what).map(({ id }) => id);
    const ranges = await lineRanges(this.db, run);
    const [frontline, lines, legs, totals, groups, successions] = await Promise.all([
      this.frontline(run, uid),
      this.lines(run.id, uid, ranges, page),
      this.legs(run.id, uid, types.carriers(plan)),
      explainedBy('totals').length > 0 || plan.payout_cap_percent !== undefined ? this.totals(run, ranges) : undefined,
      this.groups.of(run, uid, explainedBy('group'), ranges),
      this.successions.of(run, uid),
    ]);
    const money = new Money(plan.rate, this.currency.digits, plan.rounding);
    const { inputs } = member;
    return {
      run,
      types,
      plan,
      money,
      words: this.words,
      member,
      inputs,
      frontline,
      lines,
      legs,
      totals,
      groups,
      successions,
    };
  }

  /** A member of a run; undefined for who is not in it. */
  async member(runId: number, uid: number): Promise<MemberFacts | undefined> {
    type MemberRow = Omit<Read<MemberFacts>, 'bonuses' | 'inputs'> & {
      readonly bonuses: string;
      readonly inputs: CommissionMember['inputs'];
    };
    const row = await this.db.queryOne<MemberRow>(null, MEMBER, [runId, uid]);
    if (row === undefined) return undefined;
    const bonuses = Object.entries(parseOwnJson(row.bonuses) as Record<string, unknown>);
    return {
      ...row,
      ...exactOf(row, OF_MEMBER),
      bonuses: new Map(bonuses.map(([bonus, amount]): [string, Fixed] => [bonus, fixed(JSON.stringify(amount))])),
      inputs: inputsOf(row.inputs),
    };
  }

  private async frontline(run: CommissionRun, uid: number): Promise<FrontlineFacts> {
    const limits = limitsOf(run.document).map(fixedText);
    const [whole, legs] = await Promise.all([
      this.db.queryOne<FrontlineRow>(null, FRONTLINE, [run.id, uid, limits]),
      this.db.query<Read<LegFacts>>(null, LEGS, [run.id, uid, SHOWN_LEGS]),
    ]);
    const { byBestRank, capped, ...counts } = whole!;
    return {
      ...counts,
      ...exactOf(counts, ['group', 'counted']),
      byBestRank: new Map(Object.entries(byBestRank)),
      capped: new Map(Object.entries(capped).map(([most, sum]) => [fixed(most), fixed(sum)])),
      legs: legs.map((leg) => ({ ...leg, ...exactOf(leg, OF_LEG) })),
    };
  }

  private async lines(
    runId: number,
    uid: number,
    ranges: ReadonlyMap<string, LineRange>,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<ReadonlyMap<string, LinesFacts>> {
    const bonuses = [...ranges.keys()];
    const [first, last] = [0, 1].map((side) => [...ranges.values()].map((range) => range[side]!)) as [
      number[],
      number[],
    ];
    const values = [runId, uid, bonuses, first, last, limit, offset, COUNTED_LINES];
    const rows = await this.db.query<LineRow & { of_bonus: string; count: number }>(null, LINES, values);
    return new Map(
      bonuses.map((bonus) => {
        const own = rows.filter(({ of_bonus }) => of_bonus === bonus);
        return [bonus, { count: own[0]?.count ?? 0, lines: own.filter(({ number }) => number !== null) }];
      }),
    );
  }

  private async legs(runId: number, uid: number, bonuses: readonly string[]): Promise<ReadonlyMap<string, LegVolumes>> {
    if (bonuses.length === 0) return new Map();
    const rows = await this.db.query<Read<LegVolumes> & { bonus: string }>(null, BINARY, [runId, uid, bonuses]);
    return new Map(rows.map((row) => [row.bonus, exactOf(row, OF_LEGS)]));
  }

  /** Out of the summary; of a run without one the rows are added up. */
  private async totals(run: CommissionRun, ranges: ReadonlyMap<string, LineRange>): Promise<RunTotals> {
    return totalsOf(run.summary as SummaryTotals | null) ?? this.addedTotals(run.id, ranges);
  }

  private async addedTotals(runId: number, ranges: ReadonlyMap<string, LineRange>): Promise<RunTotals> {
    const bonuses = [...ranges.keys()];
    const [first, last] = [0, 1].map((side) => [...ranges.values()].map((range) => range[side]!));
    const [all, sums] = await Promise.all([
      this.db.queryOne<{ commissionable: string; active: Record<string, number> }>(null, TOTALS, [runId]),
      this.db.query<{ bonus: string; sum: string }>(null, BONUS_SUMS, [runId, bonuses, first, last]),
    ]);
    return {
      commissionable: fixed(all!.commissionable),
      activeByRank: new Map(Object.entries(all!.active)),
      byBonus: new Map(sums.map(({ bonus, sum }) => [bonus, fixed(sum)])),
    };
  }
}

function inputsOf(row: CommissionMember['inputs']): ReadonlyMap<string, InputOfMember> {
  const entries = Object.entries(row ?? {});
  return new Map(
    entries.map(([name, [value, since]]) => [name, { value, since: since === null ? null : new Date(since) }]),
  );
}

/** What is read of a summary. */
interface SummaryTotals {
  readonly commissionable_volume: number;
  readonly by_bonus: readonly { readonly bonus: string; readonly amount: number }[];
  readonly by_rank: readonly { readonly rank: string | null; readonly active: number }[];
}

function totalsOf(summary: SummaryTotals | null): RunTotals | undefined {
  if (summary === null) return undefined;
  const number = (value: number): Fixed => fixed(value.toFixed(4));
  return {
    commissionable: number(summary.commissionable_volume),
    activeByRank: new Map(
      summary.by_rank.flatMap(({ rank, active }) => (rank === null ? [] : [[rank, active] as const])),
    ),
    byBonus: new Map(summary.by_bonus.map(({ bonus, amount }) => [bonus, number(amount)])),
  };
}

/** The exact numbers of a row. */
function exactOf<Key extends string>(row: Readonly<Record<Key, string>>, keys: readonly Key[]): Record<Key, Fixed> {
  return Object.fromEntries(keys.map((key) => [key, fixed(row[key])])) as Record<Key, Fixed>;
}

interface FrontlineRow extends Read<Omit<FrontlineFacts, 'byBestRank' | 'capped' | 'legs'>> {
  byBestRank: Record<string, number>;
  capped: Record<string, string>;
}
