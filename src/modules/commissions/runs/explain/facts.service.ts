import { Injectable } from '@nestjs/common';
import { Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Currency } from '#common/money/currency.js';
import { parseOwnJson } from '#common/money/exact-json.js';
import { fixed, fixedText, type Fixed, fixedOfNumber } from '#common/money/fixed.js';
import {
  type BonusTypes,
  type InputOfMember,
  type LegVolumes,
  Money,
  type RunTotals,
} from '@commerce/commission-engine';
import { InstalledBonuses } from '../../plans/index.js';
import { lineRanges, type LineRange } from '../results/results.queries.js';
import type { CommissionRun, CommissionMember } from '../run.entity.js';
import { limitsOf } from './conditions.js';
import { BINARY, FRONTLINE, LEGS, MEMBER, TOTALS } from './explain.queries.js';
import { BONUS_SUMS, LINES } from './lines.queries.js';
import {
  COUNTED_LINES,
  type BonusFacts,
  type FrontlineFacts,
  type LegFacts,
  type LinesFacts,
  type MemberFacts,
  type SuccessionFacts,
  Words,
} from './facts.js';
import { GroupsExplained } from './groups.service.js';
import type { LineRow } from '../results/results.dto.js';
import type { ExplainedSuccessionView } from './explain.dto.js';

/** Legs that are shown. */
const SHOWN_LEGS = 20;

/** A row as it is read: exact numbers are texts. */
type Read<Facts> = { readonly [Key in keyof Facts]: Facts[Key] extends Fixed ? string : Facts[Key] };

const OF_MEMBER = ['own', 'commissionable', 'personal', 'group', 'earned'] as const;
const OF_LEG = ['group', 'counted'] as const;
const OF_LEGS = ['leftIn', 'rightIn', 'left', 'right', 'leftOut', 'rightOut'] as const;

/** Successions of one member that are named: there are hardly ever two. */
const MOST_SUCCESSIONS = 50;

/** What is carried into a period that begins at $2 is in this run: the last posted one, or what corrected it last. */
const BEFORE = `SELECT p.to_at, coalesce((
    SELECT c.id FROM commission_runs c WHERE c.corrects_run_id = p.id AND c.status = 'approved'
     ORDER BY c.correction_id DESC LIMIT 1), p.id) AS id
  FROM commission_runs p WHERE p.status = 'posted' AND p.to_at <= $2 ORDER BY p.from_at DESC LIMIT 1`;

/**
 * Positions that member $1 took, also by way of others, and the one that it gave up, since the posted period before $2 ended and
 * before $3; with what each had carried out of that period, by bonus.
 */
const SUCCESSIONS = statement(
  'explain.successions',
  `WITH RECURSIVE before AS MATERIALIZED (${BEFORE}), since AS (
     SELECT * FROM network_successions
      WHERE at >= coalesce((SELECT to_at FROM before), $2::timestamptz) AND at < $3
   ), taken AS (
     SELECT s.* FROM since s WHERE s.successor_uid = $1
     UNION ALL
     SELECT s.* FROM taken t JOIN since s ON s.successor_uid = t.uid AND s.id < t.id
   ), found AS (
     SELECT id, kind, at, uid, 'taken' AS direction FROM taken
     UNION ALL
     SELECT id, kind, at, successor_uid, 'given' FROM since WHERE uid = $1
   )
   SELECT f.kind, f.at, f.uid, f.direction, u.username,
          (SELECT coalesce(json_object_agg(l.bonus, json_build_array(l.left_out::text, l.right_out::text)), '{}')
             FROM commission_legs l, before b WHERE l.run_id = b.id AND l.uid = f.uid AND f.direction = 'taken') AS carried
     FROM found f JOIN users u ON u.uid = f.uid ORDER BY f.id LIMIT ${MOST_SUCCESSIONS}`,
);

/**
 * Who has the volume of member $1 at the end of a period that goes from $2 to $3, and until when its rows went along: by each
 * succession in it. No row: it kept its position.
 */
const HEIR = statement(
  'explain.heir',
  `WITH RECURSIVE heir AS (
     (SELECT id, successor_uid AS uid, at FROM network_successions
       WHERE uid = $1 AND at >= $2 AND at < $3 ORDER BY id LIMIT 1)
     UNION ALL
     SELECT s.id, s.successor_uid, heir.at FROM heir JOIN LATERAL (
       SELECT * FROM network_successions WHERE uid = heir.uid AND at >= $2 AND at < $3 AND id > heir.id ORDER BY id LIMIT 1
     ) s ON true
   )
   SELECT uid, at FROM heir ORDER BY id DESC LIMIT 1`,
);

/** Reads what is stored of a member and its surroundings in a run, a bounded part of it, whatever the depth. */
@Injectable()
export class ExplainFacts {
  constructor(
    private readonly db: Database,
    private readonly currency: Currency,
    private readonly groups: GroupsExplained,
    private readonly bonuses: InstalledBonuses,
  ) {}

  /** The types of bonuses that there are. */
  get types(): BonusTypes {
    return this.bonuses.types;
  }

  /** Writes numbers of this installation. */
  get words(): Words {
    return new Words(this.currency.code);
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
      this.successions(run, uid),
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

  /** In whose volumes that counts what a member bought in a run's period before an instant; undefined: in its own. Decision 75. */
  heirOf(run: CommissionRun, uid: number): Promise<{ readonly uid: number; readonly at: Date } | undefined> {
    return this.db.queryOne(null, HEIR, [uid, run.fromAt, endOf(run)]);
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

  /** What a run read of positions that came to a member or left it, the oldest first. See docs/spec/commissions.md#2, decision 75. */
  private async successions(run: CommissionRun, uid: number): Promise<readonly SuccessionFacts[]> {
    const rows = await this.db.query<SuccessionRow>(null, SUCCESSIONS, [uid, run.fromAt, endOf(run)]);
    return rows.map(({ carried, ...row }) => ({
      ...row,
      carried: new Map(
        Object.entries(carried).map(([bonus, [left, right]]) => [bonus, { left: fixed(left), right: fixed(right) }]),
      ),
    }));
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
  return {
    commissionable: fixedOfNumber(summary.commissionable_volume),
    activeByRank: new Map(
      summary.by_rank.flatMap(({ rank, active }) => (rank === null ? [] : [[rank, active] as const])),
    ),
    byBonus: new Map(summary.by_bonus.map(({ bonus, amount }) => [bonus, fixedOfNumber(amount)])),
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

/** As members read of them. */
export function toSuccessionView({ carried: _, ...succession }: SuccessionFacts): ExplainedSuccessionView {
  const { kind, direction, at } = succession;
  const day = at.toISOString().slice(0, 'yyyy-mm-dd'.length);
  const isMerge = kind === 'merge';
  const sentence =
    direction === 'taken'
      ? `On ${day} the position of another member was ${isMerge ? 'merged into this one' : 'handed over to this member'}: what that member had bought since the period began, the people below and the volume carried over from before count here.`
      : `On ${day} this position was ${isMerge ? 'merged into that of' : 'handed over to'} another member: what was bought since the period began, the people below and the volume carried over from before count there. Earlier periods stay as they were.`;
  return { ...succession, at: at.toISOString(), sentence };
}

/** What came after a run was calculated, it did not read. */
function endOf({ toAt, calculatedAt }: CommissionRun): Date {
  return calculatedAt !== null && calculatedAt < toAt ? calculatedAt : toAt;
}

interface SuccessionRow extends Omit<SuccessionFacts, 'carried'> {
  carried: Record<string, [left: string, right: string]>;
}
