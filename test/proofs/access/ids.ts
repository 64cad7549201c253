import { CompactEncrypt, importJWK, type JWK } from 'jose';
import { EXCUSED_IDS, KNOWN_BY_NAME, NO_IDS } from '#test/support/calls/ids.js';
import { Requests } from '#test/support/calls/requests.js';
import type { Contract } from '#test/support/contract.js';
import { BASE } from '#test/support/shop.js';
import { identityPairs, Pairs } from './id-pairs.js';
import type { Answer, Sent, Service, Watch } from './service.js';
import type { Stage } from './stage.js';

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
 * Whether the permission that an operation needs opens all that an id may name. One's own account opens nothing of others;
 * in a path each id belongs to the one before, and in a body to that of the path.
 */
function opensAll(contract: Contract, { operationId, place }: Named): boolean {
  const { path, operation } = contract.find(operationId);
  const { 'x-permission': permission } = operation as { 'x-permission'?: string };
  if (permission === undefined || permission.startsWith('account.')) return false;
  if (place.startsWith('body:')) return !path.includes('{');
  return !place.startsWith('path:') || path.indexOf('{') === path.indexOf(`{${place.slice('path:'.length)}}`);
}

/** A failed login is counted. */
function isLogInCount(change: string): boolean {
  return change.endsWith(' rate_limits');
}

function nameOf({ operationId, place }: Named): string {
  return `${operationId} ${place}`;
}

/** How often each half of a pair is sent, in turns. */
const ROUNDS = 7;

/** Headers that differ from one answer to the next, whatever was asked. */
const PASSING = /^(date|x-request-id|ratelimit.*|age)$/;

/** Two requests whose answers may not differ: one names what is somebody else's, the other what does not exist. */
export interface Pair {
  /** The id that it is about: `updateCart body:cart_id`. */
  of: string;
  what: string;
  theirs: Sent;
  nobodys: Sent;
}

/** What came of a pair. */
interface Compared {
  pair: Pair;
  /** Undefined when the answers are the same. */
  difference: string | undefined;
  /** Medians, in milliseconds. */
  theirs: number;
  nobodys: number;
}

/** Sends both of a pair in turns, and holds all answers against each other. */
async function compare(service: Service, pair: Pair): Promise<Compared> {
  const times: [number[], number[]] = [[], []];
  let difference: string | undefined;
  for (let round = 0; round < ROUNDS; round += 1) {
    const theirs = await service.send(withAddress(pair.theirs, round));
    const nobodys = await service.send(withAddress(pair.nobodys, round));
    times[0].push(theirs.milliseconds);
    times[1].push(nobodys.milliseconds);
    difference ??= differenceOf(theirs, nobodys);
  }
  return { pair, difference, theirs: median(times[0]), nobodys: median(times[1]) };
}

/** Where two answers differ first; undefined for two of which nobody can tell which is which. */
function differenceOf(theirs: Answer, nobodys: Answer): string | undefined {
  const [one, other] = [told(theirs), told(nobodys)];
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? undefined : `${one[at]} is not ${other[at]}`;
}

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Failed logins are limited for each address. */
function withAddress(sent: Sent, round: number): Sent {
  return { ...sent, ip: `198.51.100.${round + 1}` };
}

function told({ status, headers, text }: Answer): string[] {
  const kept = Object.entries(headers)
    .filter(([name]) => !PASSING.test(name))
    .sort(([a], [b]) => a.localeCompare(b));
  return [String(status), text.replace(/"request_id":"[^"]*"/, '"request_id":""'), JSON.stringify(kept)];
}

/** What the proof reads of a schema. */
interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  format?: string;
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  allOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
}

interface Parameter {
  in: string;
  name: string;
  schema: Schema;
}

/** Something that a client names in a request: `body:order_id` of an operation. */
export interface Named {
  operationId: string;
  /** Where it stands and what it is called; of a nested field the last name. */
  place: string;
}

type Document = Pick<Contract, 'operations' | 'at' | 'follow'>;

/** All ids that any operation takes, each with its operation. */
function idsOf(document: Document): Named[] {
  return namesOf(document).filter(
    ({ place, operationId }) =>
      !NO_IDS.includes(place) || (place === 'body:name' && KNOWN_BY_NAME.includes(operationId)),
  );
}

/** What is said to be no id, though no operation has it any more. */
function staleNames(document: Document): string[] {
  const known = new Set(namesOf(document).map(({ place }) => place));
  return NO_IDS.filter((place) => !known.has(place)).map((place) => `${place} is no id, and no name of anything`);
}

function namesOf(document: Document): Named[] {
  return document.operations.flatMap(({ path, method, operation }) => {
    const places = new Set<string>();
    for (const index of (operation.parameters ?? []).keys()) {
      const at = document.follow(['paths', path, method, 'parameters', String(index)]);
      const { in: where, name, schema } = document.at(at) as unknown as Parameter;
      if (mayBeId(document, schema)) places.add(`${where}:${name}`);
    }
    const { content = {} } = (operation.requestBody ?? {}) as { content?: Record<string, { schema: Schema }> };
    for (const { schema } of Object.values(content))
      for (const name of fieldsOf(document, schema)) places.add(`body:${name}`);
    return [...places].map((place) => ({ operationId: operation.operationId!, place }));
  });
}

/** The names of fields, nested ones too, whose type lets them be ids. */
function fieldsOf(document: Document, schema: Schema, within: readonly string[] = []): string[] {
  // A schema that refers to itself has no further fields there.
  if (schema.$ref !== undefined && within.includes(schema.$ref)) return [];
  const refs = schema.$ref === undefined ? within : [...within, schema.$ref];
  const { properties = {}, items, ...whole } = resolve(document, schema);
  const parts = [...(items === undefined ? [] : [items]), ...partsOf(whole)];
  return [
    ...Object.keys(properties).filter((name) => mayBeId(document, properties[name]!)),
    ...[...Object.values(properties), ...parts].flatMap((part) => fieldsOf(document, part, refs)),
  ];
}

/** Whether something can hold an id: a text or a whole number, or a list of them, but no choice, instant or object. */
function mayBeId(document: Document, schema: Schema): boolean {
  const whole = resolve(document, schema);
  const parts = partsOf(whole);
  if (parts.length > 0) return parts.some((part) => mayBeId(document, part));
  const types = [whole.type ?? 'string'].flat();
  if (types.includes('array')) return mayBeId(document, whole.items ?? {});
  if (whole.enum !== undefined || whole.format === 'date-time' || whole.properties !== undefined) return false;
  return types.some((type) => type === 'string' || type === 'integer');
}

function partsOf({ allOf = [], anyOf = [], oneOf = [] }: Schema): Schema[] {
  return [...allOf, ...anyOf, ...oneOf];
}

function resolve(document: Document, schema: Schema): Schema {
  return schema.$ref === undefined ? schema : document.at(schema.$ref.slice(2).split('/'));
}
