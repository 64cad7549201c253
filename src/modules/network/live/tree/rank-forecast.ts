import type { LiveNetwork } from './live-network.js';
import type { MoveAsked } from './move-forecast.js';
import type { StandingColumns, Standings } from './standings.js';
import { buildTour, ROOT } from './tour.js';

/** Members that are told one by one. */
const MOST_TOLD = 50;

/** A member who would be active or not, or have another rank. */
interface ChangedRank {
  readonly uid: number;
  readonly active: { readonly before: boolean; readonly after: boolean };
  readonly rank: { readonly before: string | null; readonly after: string | null };
}

/**
 * What a move would do to ranks and activity: everybody is evaluated as it is and as it would be. Ranks look at the sponsor tree
 * alone, so a move in the placement tree changes none.
 * @returns undefined where somebody is not known
 */
export function* forecastRanks(
  network: LiveNetwork,
  { uid, tree, parentUid }: MoveAsked,
  evaluate: (columns: StandingColumns) => Generator<void, Standings>,
): Generator<void, { count: number; members: ChangedRank[] } | undefined> {
  const [member, gaining] = [network.find(uid), parentUid === null ? ROOT : network.find(parentUid)];
  if (member < 0 || (parentUid !== null && gaining < 0)) return undefined;
  if (tree === 'placement') return { count: 0, members: [] };
  const columns = network.columns();
  const sponsor = columns.sponsor.slice();
  sponsor[member] = gaining;
  const before = yield* evaluate(columns);
  const { order } = yield* buildTour(sponsor, new Int32Array(sponsor.length), sponsor.length);
  const after = yield* evaluate({ ...columns, sponsor, order });
  const members: ChangedRank[] = [];
  let count = 0;
  for (const one of order) {
    if (before.active[one] === after.active[one] && before.paidAs[one] === after.paidAs[one]) continue;
    count += 1;
    if (count > MOST_TOLD) continue;
    members.push({
      uid: columns.uid[one]!,
      active: { before: before.active[one] === 1, after: after.active[one] === 1 },
      rank: { before: nameOf(before, one), after: nameOf(after, one) },
    });
  }
  return { count, members };
}

function nameOf({ ranks, paidAs }: Standings, member: number): string | null {
  return ranks[paidAs[member]!] ?? null;
}
