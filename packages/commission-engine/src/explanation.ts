import type { Plan } from './document/plan.schema.js';
import { tenThousandths } from './exact.js';
import type { InputOfMember } from './inputs.js';
import type { Money } from './money.js';
import type { KIND, STATUS } from './period.js';

/** Why somebody gets nothing, or not more, in words that programs know. */
export const REASONS = [
  'not_a_distributor',
  'terminated',
  'suspended',
  'not_active',
  'rank',
  'no_source',
  'no_match',
  'legs',
  'not_placed',
  'cap',
  'step',
  'title',
  'shares',
  'passed_over',
  'no_payee',
  'returned',
] as const;
export type Reason = (typeof REASONS)[number];

/** What JSON can hold. */
type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** What is said of a bonus. */
export interface BonusWords {
  /** The rule with this plan's numbers. */
  readonly rule: string;
  /** What it came to, and why not more. */
  readonly sentences: readonly string[];
  readonly reasons: readonly Reason[];
  /** Numbers of this type of bonus. */
  readonly figures: Readonly<Record<string, Json>>;
}

/** Writes numbers for people. Volumes and amounts are whole ten-thousandths, as everywhere in explanations. */
export interface NumberWords {
  /** Such as `1,234.5`. */
  volume(value: bigint): string;
  /** Such as `$12.40`. */
  money(value: bigint): string;
  /** As figures have it. */
  number(value: bigint): number;
}

/** Where a member stands in a run, as far as being paid goes. */
export interface Standing {
  readonly uid: number;
  readonly kind: keyof typeof KIND;
  readonly status: keyof typeof STATUS;
  readonly active: boolean;
  /** The paid-as rank. */
  readonly rank: string | null;
  readonly isPlaced: boolean;
}

/** A member of a run. */
export interface ExplainedMember extends Standing {
  readonly username: string;
  readonly titleBefore: string | null;
  readonly group: bigint;
  /** What it got by bonus, `cap` and `clawback`. */
  readonly bonuses: ReadonlyMap<string, bigint>;
}

/** The legs of a bonus that carries them: what came in, what there is, and what goes out. */
export interface LegVolumes {
  readonly leftIn: bigint;
  readonly rightIn: bigint;
  readonly left: bigint;
  readonly right: bigint;
  readonly leftOut: bigint;
  readonly rightOut: bigint;
}

/** What is known of the group below a member. Money in hundred-millionths. */
export interface GroupBelow {
  /** The member and all below; undefined where that is too many. */
  readonly members: readonly GroupMember[] | undefined;
  /** The largest groups directly below; none where all members are there. */
  readonly children: readonly ChildGroup[];
  /** How many groups stand directly below; 0 where all members are there. */
  readonly count: number;
  /** The member's line on its own group; undefined where it got nothing for it. */
  readonly line: { readonly base: bigint; readonly percent: number; readonly amount: bigint } | undefined;
}

/** A member of a group. */
export interface GroupMember {
  readonly uid: number;
  readonly sponsorUid: number | null;
  /** Whether it can be paid at all. */
  readonly isPayee: boolean;
  readonly own: bigint;
  readonly commissionable: bigint;
}

/** A group directly below, with its line on itself if it has one. */
export interface ChildGroup {
  readonly uid: number;
  /** The qualifying volume of all below, also of groups that have broken away. */
  readonly group: bigint;
  readonly base: bigint | null;
  readonly percent: number | null;
}

/** What all members of a run come to. */
export interface RunTotals {
  readonly commissionable: bigint;
  /** Active members by paid-as rank. */
  readonly activeByRank: ReadonlyMap<string, number>;
  /** The sum of all lines by bonus. */
  readonly byBonus: ReadonlyMap<string, bigint>;
}

/** A member in a run with results: what bonuses are explained by. */
export interface MemberInRun {
  readonly plan: Plan;
  /** How the plan makes money of volumes. */
  readonly money: Money;
  readonly words: NumberWords;
  readonly member: ExplainedMember;
  /** How many lines it has by bonus, `cap` and `clawback`; 1,000 stands for so many or more. */
  readonly lines: ReadonlyMap<string, { readonly count: number }>;
  /** What it had of the inputs that the run read, by their names. */
  readonly inputs: ReadonlyMap<string, InputOfMember>;
  /** By bonus that carries legs. */
  readonly legs: ReadonlyMap<string, LegVolumes>;
  /** By bonus whose type is explained by the group. */
  readonly groups: ReadonlyMap<string, GroupBelow>;
  /** Undefined where neither a bonus nor a cap of the plan needs it. */
  readonly totals: RunTotals | undefined;
  /** Positions that came to the member while the period went on, with what they carried in by bonus. */
  readonly successions: readonly {
    readonly uid: number;
    readonly username: string;
    readonly carried: ReadonlyMap<string, { readonly left: bigint; readonly right: bigint }>;
  }[];
}

/** A line, as it is explained. */
export interface ExplainedLine {
  /** Its bonus, for people. */
  readonly bonus: string;
  /** The name of its source. */
  readonly source: string | null;
  readonly level: number | null;
  readonly rank: string | null;
}

/** An order as it counts in a run. */
export interface OrderInRun {
  /** Whose volume it is. */
  readonly holder: number;
  /** Its commissionable volume in the period. */
  readonly volume: bigint;
  /** The leg of the member in which it counts, from 1 on; undefined: in none. */
  leg(): Promise<number | undefined>;
  /**
   * The way up to the member: whether it stands above at all, and the group volume of the highest on the way that can be paid,
   * or null.
   */
  way(): Promise<{ readonly isInGroup: boolean; readonly groupVolume: bigint | null }>;
  /** The base of the member's line by a bonus on a source, in ten-thousandths of money; undefined without one. */
  baseOn(bonus: string, source: number): Promise<bigint | undefined>;
}

/** What an order has to do with a bonus whose lines are paid on a whole. */
export interface OrderPart {
  /** In ten-thousandths of money, to the nearest below; null where a bonus pays on a whole that cannot be put down to orders. */
  readonly share: bigint | null;
  /** The volume that the order is a part of; null where it is in none. */
  readonly whole: bigint | null;
  readonly sentence: string;
}

/** Whether somebody can be paid at all: a distributor that is not terminated. */
export function isPayee({ kind, status }: Pick<Standing, 'kind' | 'status'>): boolean {
  return kind === 'distributor' && status !== 'terminated';
}

/** Why somebody gets nothing, whatever the bonus is; undefined for an active payee. */
export function whyUnpaid(member: Standing): { reason: Reason; sentence: string } | undefined {
  if (member.kind !== 'distributor')
    return { reason: 'not_a_distributor', sentence: 'Only distributors are paid, not customers.' };
  if (member.status === 'terminated')
    return { reason: 'terminated', sentence: 'The membership has ended, so nothing is paid.' };
  if (member.status === 'suspended')
    return { reason: 'suspended', sentence: 'The membership is suspended, so nothing is paid.' };
  if (!member.active) return { reason: 'not_active', sentence: 'Who is not active in the period is not paid.' };
  return undefined;
}

/** The position of a rank; -1 for none. */
export function rankAt(plan: Plan, rank: string | null): number {
  return plan.ranks.findIndex(({ name }) => name === rank);
}

/** What a member got by a bonus. */
export function sumOf({ member }: Pick<MemberInRun, 'member'>, bonus: string): bigint {
  return member.bonuses.get(bonus) ?? 0n;
}

/** How many lines, in words. */
export function linesWord({ lines }: MemberInRun, bonus: string): string {
  return counted(lines.get(bonus)!.count, 'line');
}

/** Such as `3 members` and `1 member`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

/** Such as `a, b and c`. */
export function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)!}`;
}

/** A number of a plan in ten-thousandths. */
export function exactly(value: number): bigint {
  return BigInt(tenThousandths(value));
}

/** Money in hundred-millionths, in which volume × rate is exact, as ten-thousandths: rounded half away from zero. */
export function roundedMoney(value: bigint): bigint {
  return (value + (value < 0n ? -5_000n : 5_000n)) / 10_000n;
}
