import type { Rule } from './tree/free-places.js';
import type { LiveNetwork } from './tree/live-network.js';
import {
  readDownline,
  readMember,
  readTree,
  readUpline,
  type DownlineAsked,
  type LiveMember,
  type LivePage,
} from './tree/reads.js';
import { forecastMove, type MoveAsked, type MoveForecast } from './tree/move-forecast.js';
import { readStanding, type LiveStanding } from './tree/standing.js';
import type { RankChanges } from '../members/index.js';
import { readWaiting, type WaitingAsk, type WaitingPage } from './tree/waiting.js';
import type { TreeName } from './tree/words.js';

/** A member in a tree, and whether it has a place there. */
export interface PlacedMember extends LiveMember {
  readonly isPlaced: boolean;
}

/** What the live network may be asked, by name, and what it answers; undefined for somebody who is not there to be seen. */
export interface Asks {
  /** A member in both trees. */
  member: { ask: { uid: number }; answer: { sponsor: LiveMember; placement: LiveMember | undefined } | undefined };
  upline: { ask: { uid: number; tree: TreeName; limit: number; offset: number }; answer: LivePage | undefined };
  downline: { ask: DownlineAsked & { uid: number }; answer: LivePage | undefined };
  /** From `root` down, which must be the member or below it. */
  tree: { ask: { uid: number; tree: TreeName; root: number; depth: number }; answer: LiveMember[] | undefined };
  /** Who waits in holding tanks. */
  waiting: { ask: WaitingAsk; answer: WaitingPage };
  /** What a move would do. */
  move: { ask: MoveAsked; answer: MoveForecast | undefined };
  /** What a move would do to ranks; undefined where nobody is evaluated, or somebody is not known. */
  ranks: { ask: MoveAsked; answer: RankChanges | undefined };
  /** Some members in a tree; those that are there. */
  figures: { ask: { uids: readonly number[]; tree: TreeName }; answer: PlacedMember[] };
  /** Whether a member is `root` or below it. */
  within: { ask: { uid: number; tree: TreeName; root: number }; answer: boolean | undefined };
  /** Which of others stand below a member, in one of the trees at least. */
  below: { ask: { uid: number; others: readonly number[] }; answer: number[] };
  /** A member with its frontline, as a plan evaluates them. */
  standing: { ask: { uid: number }; answer: LiveStanding | undefined };
  /** A member and all below. */
  part: { ask: { uid: number; tree: TreeName }; answer: LivePart | undefined };
  /** Free places below a sponsor, the one of the rule first. */
  places: { ask: { uid: number; rule: Rule; width: number }; answer: LivePlace[] | undefined };
}

/** What stands in a tree at a member and below. */
interface LivePart {
  readonly members: number;
  /** In whole ten-thousandths. */
  readonly group: number;
}

/** A free leg of a member. */
interface LivePlace {
  readonly parentUid: number;
  readonly leg: number;
}

export type AskName = keyof Asks;

/** What is answered by all that is committed when it is asked. */
export const ASKED_NOW: ReadonlySet<AskName> = new Set(['within', 'part', 'places', 'waiting']);

/** Whether whoever is asked for is known at all; if not, the database may know more. */
export function isKnown(network: LiveNetwork, ask: Asks[AskName]['ask']): boolean {
  const asked = 'uids' in ask ? ask.uids : 'root' in ask ? [ask.uid, ask.root] : [ask.uid];
  return asked.every((uid) => network.find(uid) >= 0);
}

/** What is answered at once; the rest takes its time. */
type AnsweredAtOnce = Exclude<AskName, 'ranks'>;

const ANSWERS: { [Name in AnsweredAtOnce]: (network: LiveNetwork, ask: Asks[Name]['ask']) => Asks[Name]['answer'] } = {
  member: (network, { uid }) => {
    const member = network.find(uid);
    if (member < 0) return undefined;
    const isPlaced = network.trees.placement.isPlaced(member);
    return {
      sponsor: readMember(network, 'sponsor', member),
      placement: isPlaced ? readMember(network, 'placement', member) : undefined,
    };
  },
  upline: (network, ask) => {
    const member = network.find(ask.uid);
    return member < 0 ? undefined : readUpline(network, ask.tree, member, ask);
  },
  downline: (network, ask) => {
    const member = network.find(ask.uid);
    return member < 0 ? undefined : readDownline(network, member, ask);
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
      .map((member) => ({
        ...readMember(network, tree, member),
        isPlaced: network.trees[tree].isPlaced(member),
      })),
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
  ask: Asks[Name]['ask'],
): Asks[Name]['answer'] {
  return ANSWERS[name](network, ask);
}
