import { entriesOf, listOf } from '@commerce/commission-engine';

/** Conditions that were not validated yet. */
export type Conditions = Readonly<Record<string, unknown>>;

/** A rank as far as it is known: conditions of anything but an object are none. */
export interface RankOutline {
  readonly name: unknown;
  readonly requires: Conditions;
}

/** More entries than these the schema refuses. */
const MOST = 20;

/** The conditions in a value; of anything but an object none. */
export function conditionsOf(value: unknown): Conditions {
  return Object.fromEntries(entriesOf(value));
}

/** The branches of an `any`; undefined without one. */
export function branchesOf({ any }: Conditions): Conditions[] | undefined {
  return Array.isArray(any) ? listOf(any, MOST).map(conditionsOf) : undefined;
}

/** The entries of `legs`. */
export function legsOf({ legs }: Conditions): Conditions[] {
  return listOf(legs, MOST).map(conditionsOf);
}

/**
 * The ranks that nobody reaches without volume (docs/spec/commissions.md#6): their conditions ask for volume, or
 * for legs in which only such ranks count, in every branch of an `any`. Of ranks that ask for each other somebody had to be
 * the first, in whose legs nobody was, so these are taken away only where a way without volume is left.
 */
export function ranksAskingVolume(ranks: readonly RankOutline[]): ReadonlySet<string> {
  const asking = ranks.map(() => true);
  const asks = (conditions: Conditions): boolean =>
    VOLUMES.some((field) => isAbove0(conditions[field])) ||
    legsOf(conditions).some((leg) => isAbove0(leg.count) && fromRank(ranks, leg.rank).every((at) => asking[at])) ||
    branchesOf(conditions)?.every(asks) === true;
  untilStable(ranks, (at) => {
    const before = asking[at];
    asking[at] = asks(ranks[at]!.requires);
    return before !== asking[at];
  });
  return new Set(ranks.filter((_, at) => asking[at]).map(({ name }) => String(name)));
}

/** Conditions that are met by volume alone: the member's, its group's, or that of its customers. */
const VOLUMES = ['personal_volume', 'group_volume', 'customers'];

/** Who can be what, from the bottom of the tree up. */
export interface Reach {
  readonly canBeActive: boolean;
  /** For each rank, whether anybody can ever have it. */
  readonly canHave: readonly boolean[];
  /** Whether a leg can ever have somebody of a rank; also for ranks that are not known. */
  readonly canBeInLeg: (rank: unknown) => boolean;
}

/**
 * Which ranks anybody can reach. A leg is below its member, so a rank may ask for itself there; but where it asks for nothing
 * else nobody is the first to have it.
 */
export function reachOf(active: Conditions, ranks: readonly RankOutline[]): Reach {
  let canBeActive = ranks.length === 0;
  const canHave = ranks.map((_, at) => at === 0);
  const canBeInLeg = (rank: unknown): boolean => {
    const those = fromRank(ranks, rank);
    return those.length === 0 || those.some((at) => canHave[at]);
  };
  const canHold = (conditions: Conditions): boolean =>
    (canBeActive || !isAbove0(conditions.active_frontline)) &&
    legsOf(conditions).every((leg) => !isAbove0(leg.count) || canBeInLeg(leg.rank)) &&
    branchesOf(conditions)?.some(canHold) !== false;
  untilStable(ranks, (at) => {
    const before = [canBeActive, canHave[at]];
    canBeActive ||= canHold(active);
    canHave[at] ||= canBeActive && canHold(ranks[at]!.requires);
    return before[0] !== canBeActive || before[1] !== canHave[at];
  });
  return { canBeActive, canHave, canBeInLeg };
}

/** A rank and all higher ones, as numbers; none of a rank that is not known. */
function fromRank(ranks: readonly RankOutline[], name: unknown): number[] {
  const first = ranks.findIndex((rank) => rank.name === name);
  return first < 0 ? [] : [...ranks.keys()].slice(first);
}

/** Looks at each rank again and again until nothing changes; each changes once at most. */
function untilStable(ranks: readonly RankOutline[], look: (at: number) => boolean): void {
  while ([...ranks.keys()].filter(look).length > 0);
}

function isAbove0(value: unknown): boolean {
  return typeof value === 'number' && value > 0;
}
