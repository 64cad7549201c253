import { compare, median, type Compared, type Pair } from './comparison.js';
import { adminPairs } from './id-pairs-admin.js';
import { clientPairs } from './id-pairs-client.js';
import { encryptionPairs } from './id-pairs-encryption.js';
import { refusedPairs } from './id-pairs-refused.js';
import { idsOf, staleNames, type Document, type Named } from './id-names.js';
import type { Stage } from './stage.js';
import type { Watch } from './watch.js';

/** Ids for which nothing is another's, or whose being taken must be told: which ones, and why. */
const EXCUSED: readonly (readonly [operations: RegExp, place: string, why: string])[] = [
  [/^(?!admin)/, 'query:uid', 'an API admin may act for everybody; all others are refused, and compared as refused'],
  [/./, 'header:Idempotency-Key', 'is tried by itself'],
  [/./, 'body:country_code', 'the list of countries is public (ISO 3166)'],
  [/./, 'path:country_code', 'the list of countries is public (ISO 3166)'],
  [/^admin/, 'path:uid', 'a super admin may see every user, and none is ever deleted'],
  [/^admin/, 'query:uid', 'a super admin may see everybody’s orders'],
  [/^admin/, 'query:actor', 'a super admin may see the whole audit'],
  [/^admin/, 'query:entity_id', 'a super admin may see the whole audit'],
  [/^admin/, 'query:product_type', 'the names of product types are in every list'],
  [/^admin/, 'body:product_type', 'the names of product types are in every list'],
  [/^listBundles$/, 'query:category', 'the names of product types are in every list'],
  [/^admin(?!LogIn)/, 'body:username', 'a super admin may see every user'],
  [/^admin/, 'body:email', 'a super admin may see every user'],
  [/^admin/, 'body:sponsor', 'a super admin may see every user'],
  [/^admin/, 'body:name', 'a taken name is told (section 8 of the decisions)'],
  [/^signUp$/, 'body:username', 'a taken name is told, to API admins alone'],
  [/^signUp$/, 'body:email', 'a taken address is told, to API admins alone'],
  [
    /^(createBundles?|adminCreateBundle)$/,
    'body:bundle_id',
    'that it exists is told (section 7.3), and everybody lists it',
  ],
  [
    /Bundles?$/,
    'body:product-sku',
    'that it is another bundle’s is told (section 5 of the decisions); everybody lists it',
  ],
];

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
  document: Document,
  watch: Watch,
  signal: AbortSignal,
): Promise<IdFigures> {
  const ids = idsOf(document);
  const own = [...(await clientPairs(stage)), ...(await encryptionPairs(stage)), ...(await adminPairs(stage))];
  const pairs = [...own, ...(await refusedPairs(stage, ids))];
  const tried = ids.filter((id) => own.some(({ of }) => of === nameOf(id)));
  const failures = [...staleNames(document), ...gaps(ids, own)];
  await watch.changes();
  const comparisons: Compared[] = [];
  for (const pair of pairs) {
    signal.throwIfAborted();
    const compared = await compare(stage.world.service, pair);
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
export function gaps(ids: readonly Named[], own: readonly Pair[]): string[] {
  const excuses = (id: Named) =>
    EXCUSED.filter(([operations, place]) => place === id.place && operations.test(id.operationId));
  const missing = ids.filter((id) => !own.some(({ of }) => of === nameOf(id)) && excuses(id).length === 0);
  const used = new Set(ids.flatMap(excuses));
  const names = new Set(ids.map(nameOf));
  return [
    ...missing.map((id) => `${nameOf(id)} has neither a pair nor a reason why there is none`),
    ...EXCUSED.filter((excuse) => !used.has(excuse)).map(
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
