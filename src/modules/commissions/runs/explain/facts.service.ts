import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Currency } from '#common/money/currency.js';
import { parseOwnJson } from '#common/money/exact-json.js';
import { fixed, fixedText, type Fixed } from '#common/money/fixed.js';
import type { MemberKind } from '#people/users/index.js';
import type { MemberStatus } from '#network/members/index.js';
import { lineRanges, type LineRange } from '../results/results.queries.js';
import type { CommissionRun } from '../run.entity.js';
import { limitsOf } from './conditions.js';
import { BINARY, BONUS_SUMS, FRONTLINE, LEGS, LINES, MEMBER, TOTALS } from './explain.queries.js';
import {
  COUNTED_LINES,
  type BinaryFacts,
  type BonusFacts,
  type FrontlineFacts,
  type LinesFacts,
  type MemberFacts,
  type TotalFacts,
} from './facts.js';
import { GroupsExplained } from './groups-explained.js';
import { SuccessionsExplained } from './successions-explained.js';
import { Words } from './words.js';
import type { LineRow } from '../results/results.dto.js';

/** Legs that are shown. */
const SHOWN_LEGS = 20;

interface MemberRow {
  uid: number;
  username: string;
  name: string;
  kind: MemberKind;
  status: MemberStatus;
  enrolled_at: Date;
  sponsor_uid: number | null;
  is_placed: boolean;
  active: boolean;
  rank: string | null;
  title_before: string | null;
  title_rank: string | null;
  best_rank: string | null;
  own_volume: string;
  commissionable_volume: string;
  personal_volume: string;
  group_volume: string;
  counted_volume: string;
  earned: string;
  bonuses_text: string;
}

/** Reads what is stored of a member and its surroundings in a run, a bounded part of it, whatever the depth. */
@Injectable()
export class ExplainFacts {
  constructor(
    private readonly db: Database,
    private readonly currency: Currency,
    private readonly groups: GroupsExplained,
    private readonly successions: SuccessionsExplained,
  ) {}

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
    const has = (type: string): boolean => plan.bonuses.some((bonus) => bonus.type === type);
    const ranges = await lineRanges(this.db, run);
    const [frontline, lines, legs, totals, groups, successions] = await Promise.all([
      this.frontline(run, uid),
      this.lines(run.id, uid, ranges, page),
      has('binary') ? this.binary(run, uid) : new Map<string, BinaryFacts>(),
      has('pool') || plan.payout_cap_percent !== undefined ? this.totals(run, ranges) : undefined,
      this.groups.of(run, uid, ranges),
      this.successions.of(run, uid),
    ]);
    return { run, plan, words: this.words, member, frontline, lines, legs, totals, groups, successions };
  }

  /** A member of a run; undefined for who is not in it. */
  async member(runId: number, uid: number): Promise<MemberFacts | undefined> {
    const row = await this.db.queryOne<MemberRow>(null, MEMBER, [runId, uid]);
    return row === undefined ? undefined : toMember(row);
  }

  private async frontline(run: CommissionRun, uid: number): Promise<FrontlineFacts> {
    const limits = limitsOf(run.document).map(fixedText);
    const [whole, legs] = await Promise.all([
      this.db.queryOne<FrontlineRow>(null, FRONTLINE, [run.id, uid, limits]),
      this.db.query<LegRow>(null, LEGS, [run.id, uid, SHOWN_LEGS]),
    ]);
    const { members, active, customers, group, counted, by_best_rank, capped } = whole!;
    return {
      members,
      active,
      customers,
      group: fixed(group),
      counted: fixed(counted),
      byBestRank: new Map(Object.entries(by_best_rank)),
      capped: new Map(Object.entries(capped).map(([most, sum]) => [fixed(most), fixed(sum)])),
      legs: legs.map((leg) => ({
        uid: leg.uid,
        username: leg.username,
        name: leg.name,
        kind: leg.kind,
        active: leg.active,
        rank: leg.rank,
        bestRank: leg.best_rank,
        own: fixed(leg.own_volume),
        group: fixed(leg.group_volume),
        counted: leg.kind === 'distributor' ? 0n : fixed(leg.counted_volume),
      })),
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

  private async binary(run: CommissionRun, uid: number): Promise<ReadonlyMap<string, BinaryFacts>> {
    const bonuses = run.document.bonuses.filter(({ type }) => type === 'binary').map(({ id }) => id);
    const rows = await this.db.query<Record<string, string>>(null, BINARY, [run.id, uid, bonuses]);
    return new Map(
      rows.map((row) => [
        row.bonus!,
        {
          leftIn: fixed(row.left_in!),
          rightIn: fixed(row.right_in!),
          left: fixed(row.left_volume!),
          right: fixed(row.right_volume!),
          leftOut: fixed(row.left_out!),
          rightOut: fixed(row.right_out!),
        },
      ]),
    );
  }

  /** Out of the summary; of a run without one the rows are added up. */
  private async totals(run: CommissionRun, ranges: ReadonlyMap<string, LineRange>): Promise<TotalFacts> {
    return totalsOf(run.summary as SummaryTotals | null) ?? this.addedTotals(run.id, ranges);
  }

  private async addedTotals(runId: number, ranges: ReadonlyMap<string, LineRange>): Promise<TotalFacts> {
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

/** What is read of a summary. */
interface SummaryTotals {
  readonly commissionable_volume: number;
  readonly by_bonus: readonly { readonly bonus: string; readonly amount: number }[];
  readonly by_rank: readonly { readonly rank: string | null; readonly active: number }[];
}

function totalsOf(summary: SummaryTotals | null): TotalFacts | undefined {
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

interface FrontlineRow {
  members: number;
  active: number;
  customers: number;
  group: string;
  counted: string;
  by_best_rank: Record<string, number>;
  capped: Record<string, string>;
}

type LegRow = Pick<
  MemberRow,
  | 'uid'
  | 'username'
  | 'name'
  | 'kind'
  | 'active'
  | 'rank'
  | 'best_rank'
  | 'own_volume'
  | 'group_volume'
  | 'counted_volume'
>;

function toMember(row: MemberRow): MemberFacts {
  const bonuses = Object.entries(parseOwnJson(row.bonuses_text) as Record<string, unknown>);
  return {
    uid: row.uid,
    username: row.username,
    name: row.name,
    kind: row.kind,
    status: row.status,
    active: row.active,
    rank: row.rank,
    isPlaced: row.is_placed,
    enrolledAt: row.enrolled_at,
    sponsorUid: row.sponsor_uid,
    titleBefore: row.title_before,
    titleRank: row.title_rank,
    own: fixed(row.own_volume),
    commissionable: fixed(row.commissionable_volume),
    personal: fixed(row.personal_volume),
    group: fixed(row.group_volume),
    counted: fixed(row.counted_volume),
    earned: fixed(row.earned),
    bonuses: new Map(bonuses.map(([bonus, amount]): [string, Fixed] => [bonus, fixed(JSON.stringify(amount))])),
  };
}
