import { compare, median, type Compared, type Pair } from './comparison.js';
import type { Contract } from '../../support/contract.js';
import { EXCUSED_IDS } from '../support/calls/ids.js';
import { Requests } from '../support/calls/requests.js';
import { Pairs } from './id-pairs.js';
import { identityPairs } from './id-pairs-identity.js';
import { idsOf, staleNames, type Named } from './id-names.js';
import type { Stage } from './stage.js';
import type { Watch } from './watch.js';
import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { BASE } from '../support/shop.js';
import type { Sent } from './service.js';

const NO_UUID = '00000000-0000-4000-8000-000000000000';
const JOSE = 'application/jose';

/**
 * Pairs about encryption keys, which are named in headers: by `Accept` for the answer, and inside an encrypted body. Another
 * application's key, which its holder really has, is as good as none.
 */
async function encryptionPairs(stage: Stage): Promise<Pair[]> {
  const { world, other } = stage;
  const { kid, jwk } = await world.root('adminIssueEncryptionKey', {
    path: { id: other.id },
    body: { platform: 'android' },
  });
  const { headers } = stage.sent({ key: 'own', token: 'member' });
  const accepted = (id: string): Sent => ({
    method: 'GET',
    path: `${BASE}/commerce/cart-items/`,
    headers: { ...headers, accept: `${JOSE};kid=${id}` },
  });
  const encrypted = async (id: string): Promise<Sent> => ({
    method: 'POST',
    path: `${BASE}/commerce/wishlist-add/`,
    headers: { ...headers, 'content-type': JOSE },
    body: await encrypt({ product_id: world.productId }, jwk as JWK, id),
  });
  const what = 'another application’s';
  return [
    { of: 'Accept kid', what, theirs: accepted(String(kid)), nobodys: accepted(NO_UUID) },
    { of: 'encrypted body kid', what, theirs: await encrypted(String(kid)), nobodys: await encrypted(NO_UUID) },
  ];
}

async function encrypt(value: object, jwk: JWK, kid: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid })
    .encrypt(await importJWK(jwk));
}

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
  const failures = [...staleNames(contract), ...gaps(contract, ids, own)];
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
function gaps(contract: Contract, ids: readonly Named[], own: readonly Pair[]): string[] {
  const excuses = (id: Named) =>
    EXCUSED_IDS.filter(([operations, place]) => place === id.place && operations.test(id.operationId));
  const missing = ids.filter(
    (id) => !own.some(({ of }) => of === nameOf(id)) && !opensAll(contract, id) && excuses(id).length === 0,
  );
  const used = new Set(ids.filter((id) => !opensAll(contract, id)).flatMap(excuses));
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

/**
 * Whether the permission that an operation needs opens all that an id may name. One's own account opens nothing of others,
 * and in a path each id belongs to the one before.
 */
function opensAll(contract: Contract, { operationId, place }: Named): boolean {
  const { path, operation } = contract.find(operationId);
  const { 'x-permission': permission } = operation as { 'x-permission'?: string };
  if (permission === undefined || permission.startsWith('account.')) return false;
  return !place.startsWith('path:') || path.indexOf('{') === path.indexOf(`{${place.slice('path:'.length)}}`);
}

/** A failed login is counted. */
function isLogInCount(change: string): boolean {
  return change.endsWith(' rate_limits');
}

function nameOf({ operationId, place }: Named): string {
  return `${operationId} ${place}`;
}
