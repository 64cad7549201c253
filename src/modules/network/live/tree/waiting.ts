import { Best } from './best.js';
import type { LiveNetwork } from './live-network.js';

/** Who is asked for among those who wait. */
export interface WaitingAsk {
  /** Whose holding tanks; none: everybody's. */
  readonly uids: readonly number[];
  /** A part of a name. */
  readonly search?: string | undefined;
  /** Who is found too, and first. */
  readonly exact?: readonly number[] | undefined;
  /** Only who enrolled then, in milliseconds since 1970, both ends included. */
  readonly enrolled?: { readonly from: number; readonly to: number } | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** A page of uids. */
export interface WaitingPage {
  readonly uids: number[];
  readonly count: number;
}

/** Distributors who are not terminated and have no place in the placement tree, who enrolled first first: one pass over all. */
export function readWaiting(network: LiveNetwork, asked: WaitingAsk): WaitingPage {
  const { uids, search, limit, offset } = asked;
  const { from = -Infinity, to = Infinity } = asked.enrolled ?? {};
  const { members, trees, size } = network;
  const sponsors = new Set(uids.map((uid) => network.find(uid)));
  const exact = new Set(asked.exact?.map((uid) => network.find(uid)));
  const isFound = search ? members.searched(search, size) : undefined;
  const best = new Best(offset + limit);
  let count = 0;
  for (let member = 0; member < size; member += 1) {
    if (trees.placement.isPlaced(member)) continue;
    if (members.kindOf(member) !== 'distributor' || members.statusOf(member) === 'terminated') continue;
    if (sponsors.size > 0 && !sponsors.has(trees.sponsor.parentOf(member) ?? Infinity)) continue;
    if (!exact.has(member) && isFound?.(member) === false) continue;
    const enrolledAt = members.enrolledAtOf(member);
    if (enrolledAt < from || enrolledAt > to) continue;
    count += 1;
    best.offer(member, exact.has(member) ? -Infinity : enrolledAt);
  }
  return { uids: best.from(offset).map((member) => members.uidOf(member)), count };
}
