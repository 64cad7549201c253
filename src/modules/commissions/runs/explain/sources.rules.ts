import { fixed, fixedNumber } from '#common/money/fixed.js';
import {
  type Plan,
  type Standing,
  type AnyBonusType,
  type Base,
  exactly,
  isPayee,
  type LevelRule,
  levelsOf,
  rankAt,
  type Reason,
} from '@commerce/commission-engine';
import type { PaidAboveView } from './orders.dto.js';
import type { MemberFacts, SourceVolumes } from './facts.js';

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

/** The base that the run wrote on its lines; without lines, the calculated one. */
export function baseIn(lines: readonly SourceLine[], calculated: bigint): bigint {
  const text = lines[0]?.base;
  if (text === undefined || text === null) return calculated;
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}

/** One step, with the line that it gave. */
export function toAboveView(step: Step<AboveFacts>, lines: readonly SourceLine[]): PaidAboveView {
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
export function walk<Member extends Standing>(plan: Plan, rule: LevelRule, above: readonly Member[]): Step<Member>[] {
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
