import type { Kind, Status, TreeName } from './columns.js';
import type { LiveNetwork } from './live-network.js';
import { Best, type LiveMember, type LivePage, readMember } from './reads.js';

/** From this many members on, the groups of all are calculated at once instead of one by one. */
const MANY = 2_000;

/** Orders of a downline; admins have two more: that of the legs of a frontline, and by paid-as rank, the lowest first. */
export const SORTS = ['level', 'enrolled_at', 'personal_volume', 'group_volume'] as const;
export type Sort = (typeof SORTS)[number] | 'leg' | 'rank';

/** Levels that have a row of sums of their own; the last one has all further down too. */
export const MOST_LEVELS = 100;

/** Which of a downline are asked for, and in which order. */
export interface DownlineAsked {
  readonly tree: TreeName;
  readonly levels?: number | undefined;
  /** Only this one. */
  readonly level?: number | undefined;
  readonly kind?: Kind | undefined;
  readonly status?: Status | undefined;
  readonly active?: boolean | undefined;
  /** The name of a rank. */
  readonly rank?: string | undefined;
  /** Enrolled at or after, and before: milliseconds since 1970. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** A part of a name, in lower case. */
  readonly search?: string | undefined;
  /** Who is found too, and first: exact matches of the search. */
  readonly exact?: readonly number[] | undefined;
  readonly sort: Sort;
  readonly descending: boolean;
}

/** A page of them. */
export interface DownlinePageAsked extends DownlineAsked {
  readonly limit: number;
  readonly offset: number;
  /** Whether it is also asked what all of them come to. */
  readonly sums?: boolean;
}

/** What those of a level come to. */
export interface LevelSums {
  readonly level: number;
  readonly count: number;
  /** Null where it is not known. */
  readonly active: number | null;
  /** In whole ten-thousandths. */
  readonly personal: number;
}

/** A page of who is below; those of an equal rank in the order of a walk through the tree. */
export function readDownline(
  network: LiveNetwork,
  top: number,
  { limit, offset, sums: withSums = false, ...asked }: DownlinePageAsked,
): LivePage & { readonly sums?: LevelSums[] } {
  const sums = withSums ? new SumsByLevel(network) : undefined;
  const place = network.trees[asked.tree];
  const best = new Best(Math.min(offset + limit, Math.max(1, place.isPlaced(top) ? place.membersBelow(top) : 0)));
  let count = 0;
  eachAsked(network, top, asked, (member, at, key, level) => {
    count += 1;
    sums?.add(member, level);
    best.offer(at, key);
  });
  const rows = best.from(offset).map((at) => readBelow(network, asked.tree, place.memberAt(at), top));
  return { rows, count, ...(sums && { sums: sums.rows }) };
}

/** The uids of all who are below, in their order: for who reads them part by part while the network changes. */
export function readDownlineUids(network: LiveNetwork, top: number, asked: DownlineAsked): Float64Array {
  const place = network.trees[asked.tree];
  const most = place.isPlaced(top) ? place.membersBelow(top) : 0;
  const [places, keys] = [new Float64Array(most), new Float64Array(most)];
  let count = 0;
  eachAsked(network, top, asked, (_, at, key) => {
    places[count] = at;
    keys[count] = key;
    count += 1;
  });
  return inOrder(places.subarray(0, count), keys.subarray(0, count)).map((at) =>
    network.members.uidOf(place.memberAt(at)),
  );
}

/** Places by their keys, and by themselves where these are equal: by numbers alone, which are sorted in a tenth of the time. */
function inOrder(places: Float64Array, keys: Float64Array): Float64Array {
  const sorted = keys.slice().sort();
  const width = places.reduce((most, at) => Math.max(most, at), 0) + 1;
  // Less than the square of the members, and so exact.
  const ranked = places.map((at, index) => firstOf(sorted, keys[index]!) * width + at).sort();
  return ranked.map((rank) => rank % width);
}

/** Where the first of equal values is. */
function firstOf(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A member, and how far it is below the top. */
export function readBelow(network: LiveNetwork, tree: TreeName, member: number, top: number): LiveMember {
  const place = network.trees[tree];
  return readMember(network, tree, member, place.levelOf(member) - place.levelOf(top));
}

/** Calls with each that is asked for, its place, what it is sorted by and its level, in no order. */
function eachAsked(
  network: LiveNetwork,
  top: number,
  asked: DownlineAsked,
  visit: (member: number, at: number, key: number, level: number) => void,
): void {
  const { tree, kind, status, active, rank, search, level: only, levels = only ?? Infinity } = asked;
  const { from = -Infinity, to = Infinity } = asked;
  const place = network.trees[tree];
  if (!place.isPlaced(top)) return;
  const below = place.membersBelow(top);
  const isWanted = network.members.filter(kind, status);
  const isRanked = network.standings.filter(active, rank);
  const exact = new Set(asked.exact?.map((uid) => network.find(uid)));
  const isFound = search ? network.members.searched(search, below) : undefined;
  const key = keyOf(network, asked, below);
  const sign = asked.descending ? -1 : 1;
  place.eachBelow(top, levels, (member, at, level) => {
    if (only !== undefined && level !== only) return;
    if (!isWanted(member) || !isRanked(member)) return;
    const enrolledAt = network.members.enrolledAtOf(member);
    if (enrolledAt < from || enrolledAt >= to) return;
    if (!exact.has(member) && isFound?.(member) === false) return;
    visit(member, at, exact.has(member) ? -Infinity : sign * key(member, at, level), level);
  });
}

/** Adds up level by level. */
class SumsByLevel {
  private readonly counts = new Float64Array(MOST_LEVELS);
  private readonly active = new Float64Array(MOST_LEVELS);
  private readonly personal = new Float64Array(MOST_LEVELS);

  constructor(private readonly network: LiveNetwork) {}

  add(member: number, level: number): void {
    const index = Math.min(level, MOST_LEVELS) - 1;
    this.counts[index]! += 1;
    if (this.network.standings.activeOf(member) === true) this.active[index]! += 1;
    this.personal[index]! += this.network.personalVolumeOf(member);
  }

  /** Those of levels with anybody. */
  get rows(): LevelSums[] {
    const { isKnown } = this.network.standings;
    return Array.from(this.counts, (count, index) => ({
      level: index + 1,
      count,
      active: isKnown ? this.active[index]! : null,
      personal: this.personal[index]!,
    })).filter(({ count }) => count > 0);
  }
}

type Key = (member: number, place: number, level: number) => number;

/** What a downline is sorted by. */
function keyOf(network: LiveNetwork, { tree, sort }: DownlineAsked, below: number): Key {
  const place = network.trees[tree];
  if (sort === 'level') return (_, __, level) => level;
  if (sort === 'leg') return (member) => place.legOf(member);
  if (sort === 'rank') return (member) => network.standings.paidAsOf(member);
  if (sort === 'enrolled_at') return (member) => network.members.enrolledAtOf(member);
  if (sort === 'personal_volume') return (member) => network.personalVolumeOf(member);
  const alone = (member: number): number => network.groupOf(tree, member, network.qualifying);
  if (below < MANY) return alone;
  const ofAll = place.groups(network.qualifying);
  const { toured } = place;
  return (member, at) => (at < toured ? ofAll(at) : alone(member));
}
