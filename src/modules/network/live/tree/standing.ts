import type { LiveNetwork } from './live-network.js';
import { readMember, type LiveMember } from './reads.js';

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
