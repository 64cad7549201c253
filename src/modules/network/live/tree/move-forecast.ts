import type { ProposedMove } from '../../members/index.js';
import { type Kind, type TreeName, VOLUME_COLUMNS, type Volumes } from './columns.js';
import type { LiveNetwork } from './live-network.js';

/** A group volume before a move and after it, in whole ten-thousandths. */
export interface GroupForecast {
  readonly uid: number;
  readonly before: number;
  readonly after: number;
}

/** What a move would do, in its tree. Volumes are in whole ten-thousandths. */
export interface MoveForecast {
  /** Who moves, by kind, with who hangs on them. */
  readonly kinds: Readonly<Record<Kind, number>>;
  readonly personal: Volumes;
  /** Of all who move. */
  readonly group: Volumes;
  /** Who is above now; of one without a place, who it hangs on. */
  readonly loser: GroupForecast | null;
  readonly gainer: GroupForecast | null;
}

/**
 * What a move would do. It reads every member once.
 * @returns undefined where somebody is not known
 */
export function forecastMove(network: LiveNetwork, { uid, tree, parentUid }: ProposedMove): MoveForecast | undefined {
  const [member, gaining] = [network.find(uid), parentUid === null ? -1 : network.find(parentUid)];
  if (member < 0 || (parentUid !== null && gaining < 0)) return undefined;
  const place = network.trees[tree];
  const losing = place.isPlaced(member) ? (place.parentOf(member) ?? -1) : place.hostOf(member);
  const kinds: Record<Kind, number> = { distributor: 0, preferred: 0, customer: 0 };
  const group = new Float64Array(VOLUME_COLUMNS);
  const goes = goerOf(network, tree, member);
  for (let one = 0; one < network.size; one += 1) {
    if (!goes(one)) continue;
    kinds[network.members.kindOf(one)] += 1;
    for (let column = 0; column < VOLUME_COLUMNS; column += 1) group[column]! += network.personalOf(one, column);
  }
  const moved = group[network.qualifying]!;
  const change = (above: number, difference: number): GroupForecast | null => {
    if (above < 0) return null;
    const before = network.groupOf(tree, above, network.qualifying);
    return { uid: network.members.uidOf(above), before, after: before + difference };
  };
  const both = losing >= 0 && gaining >= 0;
  // Whoever is above both places has all of it before and after.
  const keeps = both && (losing === gaining || place.isWithin(gaining, losing));
  const had = both && (losing === gaining || place.isWithin(losing, gaining));
  return {
    kinds,
    personal: volumesOf((column) => network.personalOf(member, column)),
    group: volumesOf((column) => group[column]!),
    loser: change(losing, keeps ? 0 : -moved),
    gainer: change(gaining, had ? 0 : moved),
  };
}

/** Tells who moves with a member: who is below, and who hangs on these. Members are asked for in their order. */
function goerOf(network: LiveNetwork, tree: TreeName, member: number): (one: number) => boolean {
  const place = network.trees[tree];
  if (place.isPlaced(member)) {
    return (one) => {
      const host = place.hostOf(one);
      return host >= 0 && place.isWithin(host, member);
    };
  }
  // Who has no place takes along all below in the sponsor tree down to those who have one.
  const going = new Set([member]);
  network.trees.sponsor.eachBelow(member, Infinity, (one) => {
    const sponsor = network.trees.sponsor.parentOf(one);
    if (!place.isPlaced(one) && sponsor !== undefined && going.has(sponsor)) going.add(one);
  });
  return (one) => going.has(one);
}

function volumesOf(column: (index: number) => number): Volumes {
  return [column(0), column(1), column(2)];
}
