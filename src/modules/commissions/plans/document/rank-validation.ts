import { joined, validateRank, type KnownNames, type Problem } from '../../engine/index.js';
import { branchesOf, legsOf, reachOf, type Conditions, type RankOutline, type Reach } from './rank-reach.js';

/** How deep an `any` may be nested in others. */
const MAX_ANY_DEPTH = 4;

const NOBODY_COULD = 'nobody could ever have this rank, since it asks for itself';

/** What is wrong with activity and ranks beside their types and bounds. See docs/spec/commissions.md#3. */
export function* validateRanksOf(active: Conditions, ranks: readonly RankOutline[]): Iterable<Problem> {
  const names = new Map<unknown, number>();
  for (const [at, { name }] of ranks.entries()) {
    const first = names.get(name);
    if (first === undefined) names.set(name, at);
    else if (name !== undefined) yield { path: `ranks[${at}].name`, message: `is the name of ranks[${first}] already` };
  }
  if (Object.keys(ranks[0]?.requires ?? {}).length > 0)
    yield { path: 'ranks[0].requires', message: 'must be empty: every distributor has the first rank' };
  const known = namesOf(ranks);
  const reach = reachOf(active, ranks);
  yield* validateConditions('active', active, known);
  if (!reach.canBeActive)
    yield { path: 'active', message: 'nobody could ever be active, since it asks for others who are' };
  for (const [at, { requires }] of ranks.entries()) {
    const path = `ranks[${at}].requires`;
    yield* validateConditions(path, requires, known);
    if (reach.canBeActive && !reach.canHave[at]) yield* validateReach(path, requires, reach);
  }
}

/** The names of ranks; any, where the plan has no list of ranks, which is told by itself. */
export function namesOf(ranks: readonly RankOutline[]): KnownNames {
  return ranks.length === 0 ? ANY_NAME : new Set(ranks.map(({ name }) => String(name)));
}

/** Where nothing is known. */
export const ANY_NAME: KnownNames = { has: () => true };

function* validateConditions(path: string, conditions: Conditions, ranks: KnownNames, depth = 1): Iterable<Problem> {
  if (conditions.leg_cap_percent !== undefined && conditions.group_volume === undefined)
    yield { path: joined(path, 'leg_cap_percent'), message: 'must stand beside a group_volume' };
  for (const [at, { rank }] of legsOf(conditions).entries())
    yield* validateRank(`${path}.legs[${at}].rank`, rank, { ranks });
  const branches = branchesOf(conditions) ?? [];
  if (depth > MAX_ANY_DEPTH && branches.length > 0) {
    yield { path: joined(path, 'any'), message: `must not be nested deeper than ${MAX_ANY_DEPTH} levels` };
    return;
  }
  for (const [at, branch] of branches.entries())
    yield* validateConditions(`${path}.any[${at}]`, branch, ranks, depth + 1);
}

/** Names the legs for which nobody can ever have a rank. */
function* validateReach(path: string, conditions: Conditions, reach: Reach): Iterable<Problem> {
  for (const [at, { rank }] of legsOf(conditions).entries()) {
    if (!reach.canBeInLeg(rank)) yield { path: `${path}.legs[${at}].rank`, message: NOBODY_COULD };
  }
  for (const [at, branch] of (branchesOf(conditions) ?? []).entries())
    yield* validateReach(`${path}.any[${at}]`, branch, reach);
}
