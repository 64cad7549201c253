import type { Kind, Status, TreeName } from './columns.js';
import type { LiveNetwork } from './live-network.js';

/**
 * Collects the first entries of an order without sorting all: holds twice as many as are wanted, and forgets the later half
 * when there is no more room. O(1) for each entry on average, for a page anywhere.
 */
export class Best {
  private readonly entries: Int32Array;
  private readonly keys: Float64Array;
  private used = 0;
  /** Once there is a first half: what comes must stand before this. */
  private lastEntry = Infinity;
  private lastKey = Infinity;

  /** @param most how many are wanted, from 1 on */
  constructor(private readonly most: number) {
    this.entries = new Int32Array(most * 2);
    this.keys = new Float64Array(most * 2);
  }

  /**
   * @param entry a number of its own, which decides among equal keys
   * @param key a smaller one stands before a larger one
   */
  offer(entry: number, key: number): void {
    if (key > this.lastKey || (key === this.lastKey && entry > this.lastEntry)) return;
    this.entries[this.used] = entry;
    this.keys[this.used] = key;
    this.used += 1;
    if (this.used === this.entries.length) this.halve();
  }

  /** The entries in their order, from `offset` on. */
  from(offset: number): number[] {
    if (this.used > this.most) this.select(this.most);
    const count = Math.min(this.used, this.most);
    if (offset >= count) return [];
    // Those before are of no interest, nor is their order.
    if (offset > 0) this.select(offset, count);
    const indices = Array.from({ length: count - offset }, (_, index) => offset + index);
    return indices
      .sort((one, other) => (this.isBefore(one, this.keys[other]!, this.entries[other]!) ? -1 : 1))
      .map((index) => this.entries[index]!);
  }

  private halve(): void {
    this.select(this.most);
    this.used = this.most;
    let last = 0;
    for (let index = 1; index < this.used; index += 1) {
      if (!this.isBefore(index, this.keys[last]!, this.entries[last]!)) last = index;
    }
    this.lastKey = this.keys[last]!;
    this.lastEntry = this.entries[last]!;
  }

  /** Puts those that stand before the one at `wanted` in front of it: Hoare's selection. */
  private select(wanted: number, count = this.used): void {
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const [key, entry] = [this.keys[middle]!, this.entries[middle]!];
      let left = low;
      let right = high;
      while (left <= right) {
        while (this.isBefore(left, key, entry)) left += 1;
        while (this.isBehind(right, key, entry)) right -= 1;
        if (left > right) break;
        this.swap(left, right);
        left += 1;
        right -= 1;
      }
      if (wanted <= right) high = right;
      else if (wanted >= left) low = left;
      else return;
    }
  }

  private isBefore(index: number, key: number, entry: number): boolean {
    const own = this.keys[index]!;
    return own < key || (own === key && this.entries[index]! < entry);
  }

  private isBehind(index: number, key: number, entry: number): boolean {
    const own = this.keys[index]!;
    return own > key || (own === key && this.entries[index]! > entry);
  }

  private swap(one: number, other: number): void {
    const [entry, key] = [this.entries[one]!, this.keys[one]!];
    this.entries[one] = this.entries[other]!;
    this.keys[one] = this.keys[other]!;
    this.entries[other] = entry;
    this.keys[other] = key;
  }
}

/** Bounds of a tree to look at. */
export const MOST_NODES = 500;
const MOST_CHILDREN = 100;

/** What is known of a member; volumes in whole ten-thousandths. */
export interface LiveMember {
  readonly uid: number;
  /** How far below, or above, whom was asked for. */
  readonly level: number;
  readonly parentUid: number | null;
  readonly leg: number | null;
  readonly kind: Kind;
  readonly status: Status;
  /** Milliseconds since 1970. */
  readonly enrolledAt: number;
  /** Of the member's own rows. */
  readonly own: number;
  readonly personal: number;
  readonly group: number;
  /** Whether its own volumes are in no sum: with them, sums would not be exact. */
  readonly isLeftOut: boolean;
  readonly frontline: number;
  /** All below. */
  readonly members: number;
  /** Null where it is not known, as is the rank, which customers have none of. */
  readonly active: boolean | null;
  readonly rank: string | null;
}

/** Some of many. */
export interface LivePage {
  readonly rows: LiveMember[];
  readonly count: number;
}

/** A member in a tree. */
export function readMember(network: LiveNetwork, tree: TreeName, member: number, level = 0): LiveMember {
  const place = network.trees[tree];
  const parent = place.parentOf(member);
  return {
    uid: network.members.uidOf(member),
    level,
    parentUid: parent === undefined ? null : network.members.uidOf(parent),
    leg: place.legOf(member) || null,
    kind: network.members.kindOf(member),
    status: network.members.statusOf(member),
    enrolledAt: network.members.enrolledAtOf(member),
    own: network.personalOf(member, network.qualifying),
    personal: network.personalVolumeOf(member),
    group: network.groupOf(tree, member, network.qualifying),
    isLeftOut: network.volumes.leftOut.has(network.members.uidOf(member)),
    frontline: place.frontlineOf(member),
    members: place.isPlaced(member) ? place.membersBelow(member) : 0,
    active: network.standings.activeOf(member),
    rank: network.standings.rankOf(member),
  };
}

/** Who is above, the nearest first. */
export function readUpline(
  network: LiveNetwork,
  tree: TreeName,
  member: number,
  { limit, offset }: { limit: number; offset: number },
): LivePage {
  const place = network.trees[tree];
  const rows = place
    .upline(member, offset, limit)
    .map((above, index) => readMember(network, tree, above, offset + index + 1));
  return { rows, count: place.levelOf(member) };
}

/** A member with so many levels below, level by level: the first {@link MOST_NODES}, and {@link MOST_CHILDREN} of each. */
export function readTree(network: LiveNetwork, tree: TreeName, top: number, depth: number): LiveMember[] {
  const place = network.trees[tree];
  const nodes = [readMember(network, tree, top)];
  let level = [top];
  for (let below = 1; below <= depth && nodes.length < MOST_NODES; below += 1) {
    const next: number[] = [];
    for (const member of level) {
      const most = Math.min(MOST_CHILDREN, MOST_NODES - nodes.length);
      for (const child of place.children(member, most)) {
        next.push(child);
        nodes.push(readMember(network, tree, child, below));
      }
    }
    level = next;
  }
  return nodes;
}
