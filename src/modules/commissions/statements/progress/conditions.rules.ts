import type { LiveHeads, MemberStanding } from '#network/live/index.js';
import { type Plan, type Requirements, shareOfLeg, tenThousandths } from '@commerce/commission-engine';

/** Legs that one condition shows. */
const MOST_LEGS = 20;

/** What conditions look at; volumes in whole ten-thousandths. */
interface Footing {
  readonly personal: number;
  readonly group: number;
  /** Names of ranks, the lowest first. */
  readonly ranks: readonly string[];
  readonly heads: LiveHeads;
}

/** A leg in a condition. */
export interface ConditionLeg {
  readonly uid: number;
  /** Qualifying volume of the leg, without what is in the personal volume, in whole ten-thousandths. */
  readonly had: number;
  /** What of it counts; null where the condition asks for a rank. */
  readonly counts: number | null;
  /** The highest paid-as rank in the leg. */
  readonly rank: string | null;
  /** Whether the leg has what the condition asks of one; null where it asks for volume of all together. */
  readonly holds: boolean | null;
}

/** A condition: what is wanted, and what is there. */
export interface Condition {
  readonly condition:
    'personal_volume' | 'group_volume' | 'leg_cap_percent' | 'active_frontline' | 'customers' | 'legs' | 'any';
  /** Whether the numbers are volumes, in whole ten-thousandths. */
  readonly isVolume: boolean;
  /** The rank that legs must have. */
  readonly rank: string | null;
  readonly wanted: number;
  readonly had: number;
  readonly holds: boolean;
  /** The legs that matter most, where the condition looks at them. */
  readonly legs: readonly ConditionLeg[];
  /** Branches, one of which must hold. */
  readonly any: readonly (readonly Condition[])[];
}

/** Whether all conditions hold; none: always. */
function allHold(conditions: readonly Condition[]): boolean {
  return conditions.every(({ holds }) => holds);
}

/**
 * Each condition by itself, as the engine evaluates it. See docs/spec/commissions.md#3-ranks.
 * @param requires of a rank, or of being active
 */
function conditionsOf(requires: Requirements, footing: Footing): Condition[] {
  const { personal_volume, group_volume, leg_cap_percent, active_frontline, customers, legs = [], any } = requires;
  const { personal, group, heads } = footing;
  const found: Condition[] = [];
  if (personal_volume !== undefined) found.push(volume('personal_volume', tenThousandths(personal_volume), personal));
  if (group_volume !== undefined) {
    const wanted = tenThousandths(group_volume);
    found.push(volume('group_volume', wanted, group));
    if (leg_cap_percent !== undefined) found.push(capped(wanted, shareOfLeg(wanted, leg_cap_percent), footing));
  }
  if (active_frontline !== undefined) found.push(count('active_frontline', active_frontline, sumOf(heads.active)));
  if (customers !== undefined) found.push(count('customers', customers, sumOf(heads.buying)));
  for (const leg of legs) found.push(rankedLegs(leg.rank, leg.count, footing));
  if (any !== undefined) found.push(oneOf(any.map((one) => conditionsOf(one, footing))));
  return found;
}

/**
 * The number of the paid-as rank of an active distributor: the highest whose conditions hold; the first has none.
 */
function highestRank({ ranks }: Pick<Plan, 'ranks'>, footing: Footing): number {
  for (let rank = ranks.length - 1; rank > 0; rank -= 1)
    if (allHold(conditionsOf(ranks[rank]!.requires, footing))) return rank;
  return 0;
}

const NO_PARTS = { rank: null, legs: [], any: [] } as const;

function volume(condition: Condition['condition'], wanted: number, had: number): Condition {
  return { ...NO_PARTS, condition, isVolume: true, wanted, had, holds: had >= wanted };
}

function count(condition: Condition['condition'], wanted: number, had: number): Condition {
  return { ...NO_PARTS, condition, isVolume: false, wanted, had, holds: had >= wanted };
}

/** Enough group volume where each leg, and the personal volume, count for no more than `most`. */
function capped(wanted: number, most: number, { personal, heads, ranks }: Footing): Condition {
  const had = heads.volume.reduce((sum, one) => sum + Math.min(one, most), Math.min(personal, most));
  const legs = largest(heads, (leg) => heads.volume[leg]!).map((leg) => ({
    ...legOf(heads, leg, ranks),
    counts: Math.min(heads.volume[leg]!, most),
    holds: null,
  }));
  return { ...volume('leg_cap_percent', wanted, had), legs };
}

/** Enough legs in each of which somebody has a rank or a higher one. */
function rankedLegs(rank: string, wanted: number, { heads, ranks }: Footing): Condition {
  const least = ranks.indexOf(rank);
  const had = heads.best.reduce((sum, best) => sum + Number(best >= least), 0);
  const legs = largest(heads, (leg) => heads.best[leg]!).map((leg) => ({
    ...legOf(heads, leg, ranks),
    counts: null,
    holds: heads.best[leg]! >= least,
  }));
  return { ...count('legs', wanted, had), rank, legs };
}

function oneOf(any: Condition[][]): Condition {
  const had = any.filter(allHold).length;
  return { ...count('any', 1, had), any };
}

function legOf(heads: LiveHeads, leg: number, ranks: readonly string[]): Omit<ConditionLeg, 'counts' | 'holds'> {
  return { uid: heads.uid[leg]!, had: heads.volume[leg]!, rank: ranks[heads.best[leg]!] ?? null };
}

/** The first legs by a key, then by volume, then by uid. */
function largest(heads: LiveHeads, key: (leg: number) => number): number[] {
  const isBefore = (one: number, other: number): number =>
    key(other) - key(one) || heads.volume[other]! - heads.volume[one]! || heads.uid[one]! - heads.uid[other]!;
  const found: number[] = [];
  for (let leg = 0; leg < heads.uid.length; leg += 1) {
    if (found.length === MOST_LEGS && isBefore(leg, found.at(-1)!) > 0) continue;
    const at = found.findIndex((one) => isBefore(leg, one) < 0);
    found.splice(at < 0 ? found.length : at, 0, leg);
    if (found.length > MOST_LEGS) found.pop();
  }
  return found;
}

function sumOf(flags: Uint8Array): number {
  return flags.reduce((sum, flag) => sum + flag, 0);
}

/** What a member is by the plan in force. Volumes in whole ten-thousandths. */
export interface Evaluated {
  readonly personal: number;
  readonly group: number;
  readonly active: boolean;
  readonly activeConditions: readonly Condition[];
  /** The name of the paid-as rank; null for customers and who is terminated. */
  readonly rank: string | null;
  /** What the next higher rank asks for; null for the highest, and for who can have none. */
  readonly next: { readonly name: string; readonly conditions: readonly Condition[] } | null;
}

/**
 * Evaluates one member by a plan, as the engine does.
 * @param more qualifying volume of its own beside what is there, in whole ten-thousandths
 */
export function evaluateMember(plan: Plan, { member, ranks, heads }: MemberStanding, more = 0): Evaluated {
  const footing: Footing = { personal: member.personal + more, group: member.group + more, ranks, heads };
  const { personal, group } = footing;
  const activeConditions = conditionsOf(plan.active, footing);
  const isRanked = member.kind === 'distributor' && member.status !== 'terminated';
  const active = isRanked && member.status === 'active' && allHold(activeConditions);
  const rank = active ? highestRank(plan, footing) : 0;
  const above = plan.ranks[rank + 1];
  const next = above === undefined ? null : { name: above.name, conditions: conditionsOf(above.requires, footing) };
  const ranked = isRanked ? { rank: plan.ranks[rank]!.name, next } : { rank: null, next: null };
  return { personal, group, active, activeConditions, ...ranked };
}
