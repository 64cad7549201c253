import type { Place, ProposedMove, RankChanges, WaitingAsked, WaitingFound } from '../members/index.js';
import type { TreeName } from './tree/columns.js';
import type { Rule } from './tree/free-places.js';
import type { LiveNetwork } from './tree/live-network.js';
import { forecastMove, type MoveForecast } from './tree/move-forecast.js';
import {
  type DownlineAsked,
  type DownlinePageAsked,
  type LevelSums,
  readBelow,
  readDownline,
  readDownlineUids,
} from './tree/downline.js';
import { Best, type LiveMember, type LivePage, readMember, readTree, readUpline } from './tree/reads.js';

/** Who is asked for among those who wait. */
type WaitingAsk = Omit<WaitingAsked, 'sponsorUid'> & {
  /** Whose holding tanks; none: everybody's. */
  readonly uids: readonly number[];
};

/** Distributors who are not terminated and have no place in the placement tree, who enrolled first first: one pass over all. */
export function readWaiting(network: LiveNetwork, asked: WaitingAsk): WaitingFound {
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

/** From so many legs on, the groups of all members are calculated at once instead of one by one. */
const MANY = 2_000;

/** What is known of the legs of a member, in columns, one entry for each. */
export interface LiveHeads {
  readonly uid: Float64Array;
  /** Qualifying volume of the leg, without what is in the member's personal volume; in whole ten-thousandths. */
  readonly volume: Float64Array;
  /** The number of the highest paid-as rank in the leg; -1 for none. */
  readonly best: Int16Array;
  /** 1 for an active distributor. */
  readonly active: Uint8Array;
  /** 1 for a customer or preferred customer with qualifying volume above 0. */
  readonly buying: Uint8Array;
}

/** A member in the sponsor tree, with what rank conditions look at below it. */
export interface LiveStanding {
  readonly member: LiveMember;
  /** Names of the ranks, the lowest first; none until a plan has evaluated. */
  readonly ranks: readonly string[];
  readonly heads: LiveHeads;
}

/** A member with its legs. */
export function readStanding(network: LiveNetwork, member: number): LiveStanding {
  const { members, standings, qualifying } = network;
  const tree = network.trees.sponsor;
  const frontline = tree.children(member, Infinity);
  const ofAll = frontline.length < MANY ? undefined : tree.groups(qualifying);
  const groupOf = (head: number): number => {
    const place = ofAll === undefined ? -1 : tree.placeOf(head);
    return place < 0 ? network.groupOf('sponsor', head, qualifying) : ofAll!(place);
  };
  const isDistributor = (head: number): boolean => members.kindOf(head) === 'distributor';
  return {
    member: readMember(network, 'sponsor', member),
    ranks: standings.ranks,
    heads: {
      uid: Float64Array.from(frontline, (head) => members.uidOf(head)),
      volume: Float64Array.from(frontline, (head) => groupOf(head) - standings.countedOf(head)),
      best: Int16Array.from(frontline, (head) => standings.bestOf(head)),
      active: Uint8Array.from(frontline, (head) => Number(standings.activeOf(head) === true)),
      buying: Uint8Array.from(frontline, (head) =>
        Number(!isDistributor(head) && network.personalOf(head, qualifying) > 0),
      ),
    },
  };
}

/** A member in a tree, and whether it has a place there. */
export interface PlacedMember extends LiveMember {
  readonly isPlaced: boolean;
}

/** What the live network may be asked, by name, and what it answers; undefined for somebody who is not there to be seen. */
export interface Requests {
  /** A member in both trees. */
  member: { request: { uid: number }; answer: { sponsor: LiveMember; placement: LiveMember | undefined } | undefined };
  upline: { request: { uid: number; tree: TreeName; limit: number; offset: number }; answer: LivePage | undefined };
  downline: {
    /** `isNow`: answered by all that is committed when it is asked. */
    request: DownlinePageAsked & { uid: number; isNow?: boolean };
    answer: (LivePage & { readonly sums?: LevelSums[] }) | undefined;
  };
  /** The uids of a whole downline, in its order. */
  downlineUids: { request: DownlineAsked & { uid: number }; answer: Float64Array | undefined };
  /** From `root` down, which must be the member or below it. */
  tree: { request: { uid: number; tree: TreeName; root: number; depth: number }; answer: LiveMember[] | undefined };
  /** Who waits in holding tanks. */
  waiting: { request: WaitingAsk; answer: WaitingFound };
  /** What a move would do. */
  move: { request: ProposedMove; answer: MoveForecast | undefined };
  /** What a move would do to ranks; undefined where nobody is evaluated, or somebody is not known. */
  ranks: { request: ProposedMove; answer: RankChanges | undefined };
  /** Some members in a tree; those that are there. */
  figures: { request: { uids: readonly number[]; tree: TreeName }; answer: PlacedMember[] };
  /** Those of others who stand below a member in a tree, in their order. */
  team: { request: { uid: number; tree: TreeName; others: readonly number[] }; answer: LiveMember[] };
  /** Whether a member is `root` or below it. */
  within: { request: { uid: number; tree: TreeName; root: number }; answer: boolean | undefined };
  /** Which of others stand below a member, in one of the trees at least. */
  below: { request: { uid: number; others: readonly number[] }; answer: number[] };
  /** A member with its frontline, as a plan evaluates them. */
  standing: { request: { uid: number }; answer: LiveStanding | undefined };
  /** A member and all below. */
  part: { request: { uid: number; tree: TreeName }; answer: LivePart | undefined };
  /** Free places below a sponsor, the one of the rule first. */
  places: { request: { uid: number; rule: Rule; width: number }; answer: Place[] | undefined };
}

/** What a tree has at a member and below. */
interface LivePart {
  readonly members: number;
  /** In whole ten-thousandths. */
  readonly group: number;
}

export type RequestName = keyof Requests;

/** What is answered by all that is committed when it is asked. */
export const ASKED_NOW: ReadonlySet<RequestName> = new Set(['within', 'part', 'places', 'waiting']);

/** Whether whoever is asked for is known at all; if not, the database may know more. */
export function isKnown(network: LiveNetwork, request: Requests[RequestName]['request']): boolean {
  const asked = 'uids' in request ? request.uids : 'root' in request ? [request.uid, request.root] : [request.uid];
  return asked.every((uid) => network.find(uid) >= 0);
}

/** What is answered at once; the rest takes its time. */
type AnsweredAtOnce = Exclude<RequestName, 'ranks'>;

const ANSWERS: {
  [Name in AnsweredAtOnce]: (network: LiveNetwork, request: Requests[Name]['request']) => Requests[Name]['answer'];
} = {
  member: (network, { uid }) => {
    const member = network.find(uid);
    if (member < 0) return undefined;
    const isPlaced = network.trees.placement.isPlaced(member);
    return {
      sponsor: readMember(network, 'sponsor', member),
      placement: isPlaced ? readMember(network, 'placement', member) : undefined,
    };
  },
  upline: (network, request) => {
    const member = network.find(request.uid);
    return member < 0 ? undefined : readUpline(network, request.tree, member, request);
  },
  downline: (network, request) => {
    const member = network.find(request.uid);
    return member < 0 ? undefined : readDownline(network, member, request);
  },
  downlineUids: (network, request) => {
    const member = network.find(request.uid);
    return member < 0 ? undefined : readDownlineUids(network, member, request);
  },
  tree: (network, { uid, tree, root, depth }) => {
    const [viewer, top] = [network.find(uid), network.find(root)];
    if (viewer < 0 || top < 0) return undefined;
    if (viewer !== top && !network.trees[tree].isWithin(top, viewer)) return undefined;
    return readTree(network, tree, top, depth);
  },
  waiting: readWaiting,
  move: forecastMove,
  figures: (network, { uids, tree }) =>
    uids
      .map((uid) => network.find(uid))
      .filter((member) => member >= 0)
      .map((member) => ({ ...readMember(network, tree, member), isPlaced: network.trees[tree].isPlaced(member) })),
  team: (network, { uid, tree, others }) => {
    const top = network.find(uid);
    if (top < 0) return [];
    return others
      .map((other) => network.find(other))
      .filter((member) => member >= 0 && member !== top && network.trees[tree].isWithin(member, top))
      .map((member) => readBelow(network, tree, member, top));
  },
  within: (network, { uid, tree, root }) => {
    const [member, top] = [network.find(uid), network.find(root)];
    return member < 0 || top < 0 ? undefined : network.trees[tree].isWithin(member, top);
  },
  below: (network, { uid, others }) => {
    const top = network.find(uid);
    if (top < 0) return [];
    const { sponsor, placement } = network.trees;
    return others.filter((other) => {
      const member = network.find(other);
      return member >= 0 && member !== top && (sponsor.isWithin(member, top) || placement.isWithin(member, top));
    });
  },
  standing: (network, { uid }) => {
    const member = network.find(uid);
    return member < 0 ? undefined : readStanding(network, member);
  },
  part: (network, { uid, tree }) => {
    const member = network.find(uid);
    if (member < 0) return undefined;
    const { members, group } = readMember(network, tree, member);
    return { members: members + 1, group };
  },
  places: (network, { uid, rule, width }) => {
    const sponsor = network.find(uid);
    if (sponsor < 0 || !network.trees.placement.isPlaced(sponsor)) return undefined;
    const places = network.freePlaces(width).find(sponsor, rule);
    return places.map(({ parent, leg }) => ({ parentUid: network.members.uidOf(parent), leg }));
  },
};

/** Answers from what is known now. */
export function answer<Name extends AnsweredAtOnce>(
  network: LiveNetwork,
  name: Name,
  request: Requests[Name]['request'],
): Requests[Name]['answer'] {
  return ANSWERS[name](network, request);
}
