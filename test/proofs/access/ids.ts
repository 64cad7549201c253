import { compare, median, type Compared, type Pair } from './comparison.js';
import type { Contract } from '#test/support/contract.js';
import { EXCUSED_IDS } from '../support/calls/ids.js';
import { Requests } from '../support/calls/requests.js';
import { Pairs } from './id-pairs.js';
import { encryptionPairs } from './id-pairs-encryption.js';
import { identityPairs } from './id-pairs-identity.js';
import { idsOf, staleNames, type Named } from './id-names.js';
import type { Stage } from './stage.js';
import type { Watch } from './watch.js';

/** What the comparisons have to show. */
export interface IdFigures {
  /** Ids by operation. */
  ids: number;
  /** Of them those with a pair of their own, for a caller who may use the route. */
  tried: number;
  excused: number;
  pairs: number;
  comparisons: Compared[];
  failures: string[];
}

/** Compares all pairs, one after the other so that times mean something. */
export async function compareIds(
  stage: Stage,
  contract: Contract,
  watch: Watch,
  signal: AbortSignal,
): Promise<IdFigures> {
  const ids = idsOf(contract);
  const made = new Pairs(stage, contract, new Requests(contract, stage.world), ids);
  const own = [...(await made.ofCallers()), ...(await encryptionPairs(stage)), ...(await identityPairs(stage))];
  const pairs = [...own, ...(await made.ofRefused())];
  const tried = ids.filter((id) => own.some(({ of }) => of === nameOf(id)));
  const failures = [...staleNames(contract), ...gaps(ids, own)];
  await watch.changes();
  const comparisons: Compared[] = [];
  for (const pair of pairs) {
    signal.throwIfAborted();
    const compared = await compare(stage.service, pair);
    comparisons.push(compared);
    if (compared.difference !== undefined) failures.push(`${describe(pair)}: ${compared.difference}`);
    const changes = (await watch.changes()).filter((change) => !isLogInCount(change));
    if (changes.length > 0) failures.push(`${describe(pair)}: it did ${changes.join(', ')}`);
  }
  const excused = ids.length - tried.length;
  return { ids: ids.length, tried: tried.length, excused, pairs: pairs.length, comparisons, failures };
}

/** The pair whose medians differ most, and the medians of all. */
export function timesOf(comparisons: readonly Compared[]): { theirs: number; nobodys: number; widest: Compared } {
  const gap = ({ theirs, nobodys }: Compared): number => Math.abs(theirs - nobodys);
  return {
    theirs: median(comparisons.map(({ theirs }) => theirs)),
    nobodys: median(comparisons.map(({ nobodys }) => nobodys)),
    widest: comparisons.reduce((one, other) => (gap(other) > gap(one) ? other : one)),
  };
}

export function describe({ of, what }: Pair): string {
  return `${of} (${what})`;
}

/** Ids that nobody has thought of, and thoughts of ids that are none. */
function gaps(ids: readonly Named[], own: readonly Pair[]): string[] {
  const excuses = (id: Named) =>
    EXCUSED_IDS.filter(([operations, place]) => place === id.place && operations.test(id.operationId));
  const missing = ids.filter((id) => !own.some(({ of }) => of === nameOf(id)) && excuses(id).length === 0);
  const used = new Set(ids.flatMap(excuses));
  const names = new Set(ids.map(nameOf));
  return [
    ...missing.map((id) => `${nameOf(id)} has neither a pair nor a reason why there is none`),
    ...EXCUSED_IDS.filter((excuse) => !used.has(excuse)).map(
      ([, place, why]) => `${place} is excused, but is not there: ${why}`,
    ),
    ...own
      .filter(({ of }) => / (path|query|body):/.test(of) && !names.has(of))
      .map((pair) => `${describe(pair)} is about an id that no operation takes`),
  ];
}

/** A failed login is counted. */
function isLogInCount(change: string): boolean {
  return change.endsWith(' rate_limits');
}

function nameOf({ operationId, place }: Named): string {
  return `${operationId} ${place}`;
}
