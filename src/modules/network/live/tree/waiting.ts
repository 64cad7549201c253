import { Best } from './best.js';
import type { LiveNetwork } from './live-network.js';

/** Who is asked for among those who wait. */
export interface WaitingAsk {
  /** Whose holding tanks; none: everybody's. */
  readonly uids: readonly number[];
  /** A part of a name. */
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A page of uids. */
export interface WaitingPage {
  readonly uids: number[];
  readonly count: number;
}

/** Distributors who are not terminated and have no place in the placement tree, who enrolled first first: one pass over all. */
export function readWaiting(network: LiveNetwork, { uids, search, limit, offset }: WaitingAsk): WaitingPage {
  const { members, trees, size } = network;
  const sponsors = new Set(uids.map((uid) => network.find(uid)));
  const isFound = search ? members.searched(search, size) : undefined;
  const best = new Best(offset + limit);
  let count = 0;
  for (let member = 0; member < size; member += 1) {
    if (trees.placement.isPlaced(member)) continue;
    if (members.kindOf(member) !== 'distributor' || members.statusOf(member) === 'terminated') continue;
    if (sponsors.size > 0 && !sponsors.has(trees.sponsor.parentOf(member) ?? Infinity)) continue;
    if (isFound?.(member) === false) continue;
    count += 1;
    best.offer(member, members.enrolledAtOf(member));
  }
  return { uids: best.from(offset).map((member) => members.uidOf(member)), count };
}
