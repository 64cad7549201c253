import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { fixed, fixedNumber } from '#common/money/fixed.js';
import type { MemberKind } from '#people/users/index.js';
import type { MemberStatus } from '#network/members/index.js';
import {
  type Plan,
  roundedMoney,
  type Standing,
  type AnyBonusType,
  type Base,
  counted,
  exactly,
  isPayee,
  type LevelRule,
  levelsOf,
  type NumberWords,
  rankAt,
  type Reason,
} from '@commerce/commission-engine';
import { InstalledBonuses } from '../../plans/index.js';
import type { CommissionRun } from '../run.entity.js';
import { LINES_OF_SOURCE, PARENTS, SOURCE, SPONSORS } from './explain.queries.js';
import type { PaidAboveView, ExplainedSourceView } from './orders.dto.js';
import type { BonusFacts, MemberFacts, SourceVolumes } from './facts.js';

/** How far up a source is followed: further than levels are given out, but for long rows of members that are skipped. */
const MOST_STEPS = 300;

/** Lines on one source: so many levels of so many bonuses a plan may have. */
const MOST_LINES = 10_000;

/** Somebody above, with a name. */
export interface AboveFacts extends Standing {
  readonly username: string;
}

/** A line on a source. */
export interface SourceLine {
  number: number;
  uid: number;
  bonus: string;
  level: number | null;
  percent: string | null;
  base: string | null;
  amount: string;
}

/** Says who above a member was paid on what it bought and earned, and who was not. */
@Injectable()
export class SourcesExplained {
  constructor(
    private readonly db: Database,
    private readonly bonuses: InstalledBonuses,
  ) {}

  /** The bonuses of a plan whose lines have sources, in its order. */
  bonusesOf(plan: Plan): SourceBonus[] {
    const { types } = this.bonuses;
    return plan.bonuses.flatMap((bonus) => {
      const base = types.baseOf(plan, bonus);
      if (base === null) return [];
      const type = types.of(bonus);
      return [{ id: bonus.id, type: bonus.type, unit: type.unit, base, rule: type.levels(bonus, plan) }];
    });
  }

  /** By each bonus whose lines have sources, if the member has a base in it. */
  async of({
    run,
    plan,
    member,
    words,
  }: Pick<BonusFacts, 'run' | 'plan' | 'member' | 'words'>): Promise<ExplainedSourceView[]> {
    const bonuses = this.bonusesOf(plan).filter(({ rule }) => rule !== null);
    if (bonuses.length === 0) return [];
    const [volumes, lines] = await Promise.all([this.volumes(run, member), this.linesOn(run.id, member.uid)]);
    const views: ExplainedSourceView[] = [];
    for (const bonus of bonuses) {
      const own = lines.filter((line) => line.bonus === bonus.id);
      const base = baseIn(own, baseOf(plan, bonus, member, volumes));
      if (base > 0n) views.push(await this.view(run, member.uid, { bonus, base, lines: own, words }));
    }
    return views;
  }

  /** What a member bought in the period of a run, as a source; or what one order came to, which it holds now. */
  async volumes(
    run: CommissionRun,
    { uid, enrolledAt }: Pick<MemberFacts, 'uid' | 'enrolledAt'>,
    orderId: number | null = null,
  ): Promise<SourceVolumes> {
    const values = [uid, run.fromAt, run.toAt, enrolledAt, windowsOf(this.bonusesOf(run.document)), orderId];
    return toSourceVolumes(run.document, await this.db.query<SourceRow>(null, SOURCE, values));
  }

  /** All lines on a source, but those that take back. */
  linesOn(runId: number, uid: number): Promise<SourceLine[]> {
    return this.db.query<SourceLine>(null, LINES_OF_SOURCE, [runId, uid, MOST_LINES]);
  }

  /** The path through the upline from a source by a bonus, until all levels are given out. */
  async path(run: CommissionRun, uid: number, { rule }: Pick<SourceBonus, 'rule'>): Promise<Step<AboveFacts>[]> {
    if (rule === null) return [];
    const sql = rule.tree === 'sponsor' ? SPONSORS : PARENTS;
    const rows = await this.db.query<AboveRow>(null, sql, [run.id, uid, MOST_STEPS]);
    return walk(
      run.document,
      rule,
      rows.map(({ is_placed: isPlaced, ...row }) => ({ ...row, isPlaced })),
    );
  }

  private async view(
    run: CommissionRun,
    uid: number,
    {
      bonus,
      base,
      lines,
      words,
    }: { bonus: SourceBonus; base: bigint; lines: readonly SourceLine[]; words: NumberWords },
  ): Promise<ExplainedSourceView> {
    const steps = await this.path(run, uid, bonus);
    const above = steps.map((step) => aboveView(step, lines));
    const paid = above.filter(({ amount }) => amount !== null).length;
    const all = bonus.unit === 'volume' ? words.volume(roundedMoney(base)) : words.money(roundedMoney(base));
    return {
      bonus: bonus.id,
      type: bonus.type,
      base: fixedNumber(roundedMoney(base)),
      above,
      sentence: `Commissions are paid on ${all}: ${counted(paid, 'member')} above got something.`,
    };
  }
}

/** That of the lines, which is what the run had; else what the rows come to. */
export function baseIn(lines: readonly SourceLine[], calculated: bigint): bigint {
  const text = lines[0]?.base;
  if (text === undefined || text === null) return calculated;
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}

/** One step, with the line that it gave. */
export function aboveView(step: Step<AboveFacts>, lines: readonly SourceLine[]): PaidAboveView {
  const { member, level, percent } = step;
  const line = lines.find((one) => one.uid === member.uid && one.level === level);
  const isNothing = line === undefined && step.reason === null;
  return {
    uid: member.uid,
    username: member.username,
    level,
    percent: percent === 0 ? null : percent,
    amount: line === undefined ? null : fixedNumber(fixed(line.amount)),
    reason: step.reason,
    sentence: isNothing ? `${stepSentence(step)} It rounds to nothing.` : stepSentence(step),
  };
}

interface AboveRow {
  uid: number;
  username: string;
  kind: MemberKind;
  status: MemberStatus;
  active: boolean;
  rank: string | null;
  is_placed: boolean;
}

/** A bonus of a plan whose lines have sources: what counts of them, and how that goes up. */
export interface SourceBonus {
  readonly id: string;
  readonly type: string;
  readonly unit: AnyBonusType['unit'];
  readonly base: Base;
  /** Null where the type does not pay by levels. */
  readonly rule: LevelRule | null;
}

/** A row of `SOURCE`. */
export interface SourceRow {
  /** 0: all; else a window of so many days after the enrolment. */
  days: number;
  business_volume: string;
  points: string;
  cumulative_volume: string;
  margin: string;
}

/** The numbers of first days that bonuses count apart, and 0 for all. */
export function windowsOf(bonuses: readonly SourceBonus[]): number[] {
  const days = bonuses.flatMap(({ base }) => ('earnedBy' in base ? [] : [base.fromDay, base.toDay]));
  return [...new Set([0, ...days])].filter(Number.isFinite);
}

/** What a member bought, by the commissionable volume of the plan. */
export function toSourceVolumes(plan: Plan, rows: readonly SourceRow[]): SourceVolumes {
  const column = plan.volumes.commissionable;
  const by = new Map(rows.map((row) => [row.days, row]));
  return {
    all: fixed(by.get(0)![column]),
    within: new Map(rows.filter(({ days }) => days > 0).map((row) => [row.days, fixed(row[column])])),
    margin: fixed(by.get(0)!.margin),
  };
}

/** The base of a member as a source of a bonus, in hundred-millionths of money: volume × rate is exact in these. */
export function baseOf(plan: Plan, { unit, base }: SourceBonus, member: MemberFacts, volumes: SourceVolumes): bigint {
  if ('earnedBy' in base)
    return base.earnedBy.reduce((sum, id) => sum + (member.bonuses.get(id) ?? 0n), 0n) * TEN_THOUSAND;
  if (unit === 'price') return member.kind === 'distributor' ? 0n : volumes.margin * TEN_THOUSAND;
  const before = base.fromDay === 0 ? 0n : volumes.within.get(base.fromDay)!;
  const until = base.toDay === Infinity ? volumes.all : volumes.within.get(base.toDay)!;
  return (until - before) * exactly(plan.rate);
}

/** Why nothing that was bought is in the base of a bonus. */
export function whyNoPart({ unit, base }: SourceBonus, buyer: MemberFacts, volumes: SourceVolumes): string {
  if (unit === 'price' && buyer.kind === 'distributor')
    return 'It is paid on what customers buy, and the buyer is a distributor.';
  if (unit === 'price') return 'The order was sold without a margin.';
  if ('earnedBy' in base || volumes.all <= 0n) return 'The order has no commissionable volume.';
  if (base.toDay < Infinity)
    return `It is paid on the first ${base.toDay} days after the buyer enrolled, and the order came later.`;
  return `The order is of the first ${base.fromDay} days after the buyer enrolled, on which a fast start bonus is paid instead.`;
}

const TEN_THOUSAND = 10_000n;

/** What one member above a source has to do with it. */
export interface Step<Member extends Standing> {
  readonly member: Member;
  /** The level that it takes; null for members who are skipped. */
  readonly level: number | null;
  /** 0 for who gets nothing. */
  readonly percent: number;
  /** Why it gets nothing. */
  readonly reason: Reason | null;
}

/**
 * Goes up from a source, by the rule that the engine goes by for all sources at once, until all levels are given out or nobody is left.
 * @param above who stands above the source, the nearest first
 */
function walk<Member extends Standing>(plan: Plan, rule: LevelRule, above: readonly Member[]): Step<Member>[] {
  const steps: Step<Member>[] = [];
  const levels = levelsOf(rule);
  let level = 1;
  for (const member of above) {
    if (level > levels) break;
    const rank = rankAt(plan, member.rank);
    const isActive = member.active;
    const passed = !isPayee(member)
      ? notPayee(member)
      : rule.takes({ isActive, rank }, level - 1)
        ? undefined
        : isActive
          ? 'rank'
          : 'not_active';
    if (passed !== undefined) {
      steps.push({ member, level: null, percent: 0, reason: passed });
      continue;
    }
    const percent = isActive ? (rule.percents[rank]?.[level - 1] ?? 0) : 0;
    const reason = percent > 0 ? null : (inactive(member) ?? 'rank');
    steps.push({ member, level, percent, reason });
    level += 1;
  }
  return steps;
}

function notPayee({ kind }: Standing): Reason {
  return kind === 'distributor' ? 'terminated' : 'not_a_distributor';
}

function inactive({ active, status }: Standing): Reason | undefined {
  if (active) return undefined;
  return status === 'suspended' ? 'suspended' : 'not_active';
}

/** What is said of a step to whom it does not concern. */
function stepSentence({ level, percent, reason }: Step<Standing>): string {
  if (level === null) return `Skipped: ${PASSED[reason!] ?? 'no level is given here'}.`;
  if (reason === null) return `Level ${level}: ${percent} %.`;
  return `Level ${level}, but nothing is paid: ${PASSED[reason] ?? 'nothing is due'}.`;
}

const PASSED: Partial<Record<Reason, string>> = {
  not_a_distributor: 'only distributors are paid, not customers',
  terminated: 'the membership has ended',
  suspended: 'the membership is suspended',
  not_active: 'the member was not active in the period',
  rank: 'the rank of this period is not paid here',
};
