import { type ExactRequest, sendExact } from '#test/support/http.js';
import type { Instance } from '#test/support/instance.js';
import type { Checks } from '#test/support/report.js';
import { BASE, SUPER_ADMIN } from '#test/support/shop.js';
import {
  decode,
  type Forgery,
  type Genuine,
  KeyHost,
  kidForgeries,
  makeForgersKeys,
  ownKeyForgeries,
  readServiceKey,
  signatureForgeries,
} from './forgeries.js';
import {
  accessForgeries,
  headerForgeries,
  keyForgeries,
  type Others,
  proveForgedReturns,
  signedAnew,
} from './own-signature.js';
import {
  ADMIN_COOKIE,
  ADMIN_PATH,
  atOAuth,
  bearer,
  isRefusal,
  isWrongClient,
  told,
  USER_PATH,
  type World,
} from './world.js';

/** Milliseconds in which a fetch that an answer did not wait for would have arrived. */
const FETCH_MS = 1_500;

/** Where a token is shown, and how its refusal is told apart from others. */
interface Door {
  name: string;
  request(value: string | readonly string[]): ExactRequest;
  type: string;
}

/** Forged and misspelt tokens, each at each door of both instances: each must be refused with the documented 401. */
export async function proveForgeries(world: World, checks: Checks): Promise<string> {
  const application = await world.register();
  const stranger = await world.register();
  const own = await world.member(application);
  const other = await world.member(stranger);
  const adminToken = String((await world.logInAdmin(SUPER_ADMIN.username, SUPER_ADMIN.password)).access_token);
  const key = await readServiceKey(world.pool);
  const forger = makeForgersKeys();
  const keyHost = new KeyHost(forger, key.kid);
  await keyHost.listen();
  const genuine = (token: string): Genuine => {
    const [header, claims] = token.split('.').map((part, index) => (index < 2 ? decode(part) : {}));
    return { token, header: header ?? {}, claims: claims ?? {}, key, forger, keyHost };
  };
  const others: Others = {
    uid: other.uid,
    applicationId: stranger.id,
    keyId: stranger.keyId,
    sessionId: String(decode(other.access.split('.')[1]).sid),
  };
  const typs = ['JWT', 'jwt', 'AT+JWT', 'application/at+jwt', '', null, undefined, 1, ['at+jwt'], 'refresh+jwt'];
  let count = 0;
  const refuseAll = async (section: string, doors: readonly Door[], forgeries: Iterable<Forgery>): Promise<void> => {
    for (const { name, token } of forgeries) {
      count += 1;
      for (const [door, instance] of pairs(doors, world)) await refused(checks, section, door, instance, name, token);
    }
  };

  const kinds: [string, string, Door[], (genuine: Genuine) => Iterable<Forgery>][] = [
    [
      'forged access tokens',
      own.access,
      userDoors(application.apikey),
      function* (token) {
        yield* headerForgeries(token, [...typs, 'apikey+jwt']);
        yield* accessForgeries(token, others);
      },
    ],
    [
      'forged application keys',
      application.apikey,
      [...keyDoors(own.access), ...clientDoors(application.id)],
      function* (token) {
        yield* headerForgeries(token, [...typs, 'at+jwt']);
        yield* keyForgeries(token, others);
      },
    ],
    [
      'forged tokens of the admin module',
      adminToken,
      adminDoors(),
      function* (token) {
        yield* headerForgeries(token, [...typs, 'apikey+jwt']);
        yield* accessForgeries(token, others);
      },
    ],
  ];
  try {
    for (const [section, token, doors, ownSignature] of kinds) {
      const taken = genuine(token);
      // Without this, all refusals could have another reason.
      for (const [door, instance] of pairs(doors, world)) {
        for (const good of [token, signedAnew(taken)])
          await accepted(checks, section, door, instance, 'a good one', good);
      }
      await refuseAll(section, doors, signatureForgeries(taken));
      await refuseAll(section, doors, ownKeyForgeries(taken));
      await refuseAll(section, doors, kidForgeries(taken));
      await refuseAll(section, doors, ownSignature(taken));
      // After all of them the good one is still good: nothing of what was forged stays behind.
      for (const [door, instance] of pairs(doors, world))
        await accepted(checks, section, door, instance, 'a good one', token);
    }
    const forgeries = [genuine(own.access)].flatMap((token) => [
      ...signatureForgeries(token),
      ...ownKeyForgeries(token),
      ...kidForgeries(token),
      ...headerForgeries(token, [...typs, 'apikey+jwt']),
      ...accessForgeries(token, others),
    ]);
    await proveForgedReturns(world, checks, { application, stranger, own, other }, forgeries);
    await proveSpellings(world, checks, { apikey: application.apikey, access: own.access, adminToken });
    await proveNoFetch(checks, keyHost);
  } finally {
    keyHost.close();
  }
  return `${count} forged tokens`;
}

async function proveSpellings(
  world: World,
  checks: Checks,
  { apikey, access, adminToken }: { apikey: string; access: string; adminToken: string },
): Promise<void> {
  const section = 'unusual spellings';
  const user = (value: string | readonly string[]): ExactRequest =>
    request(USER_PATH, { apikey, authorization: value });
  const admin = (value: string | readonly string[]): ExactRequest => request(ADMIN_PATH, { authorization: value });
  const headerDoors: [Door, string][] = [
    [{ name: 'Authorization', request: user, type: 'Invalid Token' }, access],
    [{ name: 'Authorization of the admin module', request: admin, type: 'Invalid Token' }, adminToken],
  ];
  const [keyDoor] = keyDoors(access);
  for (const instance of [world.a, world.b]) {
    for (const [door, token] of headerDoors) {
      for (const { name, value } of noBearers(token)) await refused(checks, section, door, instance, name, value);
      for (const { name, value } of bearers(token)) await accepted(checks, section, door, instance, name, value);
      for (const { name, value } of spoiled(token)) {
        await refused(checks, section, door, instance, name, `Bearer ${String(value)}`);
      }
    }
    for (const { name, value } of spoiled(apikey)) {
      // Without any value it is as if there were no key at all, which is an error of its own.
      if (value !== '') await refused(checks, section, keyDoor!, instance, name, value);
    }
    await refused(checks, section, keyDoor!, instance, 'Bearer before it', `Bearer ${apikey}`);
    await refused(checks, section, keyDoor!, instance, 'given twice', [apikey, apikey]);
  }
}

/** Nobody may have asked at the addresses inside the tokens. That the listener would have seen it is shown by asking it. */
async function proveNoFetch(checks: Checks, keyHost: KeyHost): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, FETCH_MS));
  checks.that('addresses inside tokens', 'are not asked', keyHost.requests === 0, `${keyHost.requests} requests`);
  await fetch(keyHost.url);
  checks.that('addresses inside tokens', 'would be seen being asked', keyHost.requests > 0);
}

function userDoors(apikey: string): Door[] {
  return [
    { name: 'Authorization', request: (token) => request(USER_PATH, { apikey, ...bearer(String(token)) }), type: 'Invalid Token' },
    { name: 'cookie', request: (token) => request(USER_PATH, { apikey, cookie: `access_token=${String(token)}` }), type: 'Invalid Token' },
  ]; // prettier-ignore
}

function adminDoors(): Door[] {
  return [
    { name: 'Authorization', request: (token) => request(ADMIN_PATH, bearer(String(token))), type: 'Invalid Token' },
    { name: 'cookie', request: (token) => request(ADMIN_PATH, { cookie: `${ADMIN_COOKIE}=${String(token)}` }), type: 'Invalid Token' },
  ]; // prettier-ignore
}

function keyDoors(access: string): Door[] {
  const get = (apikey: string | readonly string[]): ExactRequest =>
    request(`${BASE}/commerce/product/list/`, { apikey, ...bearer(access) });
  return [{ name: 'apikey', request: get, type: 'Request Failed' }];
}

/** Those of OAuth that take the key as a secret. Giving back what is no token changes nothing, and is 200. */
function clientDoors(id: string): Door[] {
  const type = 'invalid_client';
  return [
    {
      name: 'client_secret',
      request: (key) => atOAuth('revoke', { token: 'rt_none', client_id: id, client_secret: String(key) }),
      type,
    },
    {
      name: 'HTTP Basic',
      request: (key) => {
        const text = `${id}:${encodeURIComponent(String(key))}`;
        return atOAuth(
          'revoke',
          { token: 'rt_none' },
          { authorization: `Basic ${Buffer.from(text).toString('base64')}` },
        );
      },
      type,
    },
  ];
}

function request(path: string, headers: ExactRequest['headers']): ExactRequest {
  return { method: 'GET', path, ...(headers ? { headers } : {}) };
}

function pairs(doors: readonly Door[], { a, b }: World): [Door, Instance][] {
  return doors.flatMap((door) => [a, b].map((instance): [Door, Instance] => [door, instance]));
}

async function refused(
  checks: Checks,
  section: string,
  door: Door,
  instance: Instance,
  name: string,
  value: string | readonly string[],
): Promise<void> {
  const answer = await sendExact(instance, door.request(value));
  const isRefused = door.type === 'invalid_client' ? isWrongClient(answer) : isRefusal(answer, door.type);
  checks.that(section, `${name} at ${door.name} of ${instance.role}`, isRefused, told(answer));
}

async function accepted(
  checks: Checks,
  section: string,
  door: Door,
  instance: Instance,
  name: string,
  value: string | readonly string[],
): Promise<void> {
  const answer = await sendExact(instance, door.request(value));
  checks.that(section, `${name} at ${door.name} of ${instance.role} is accepted`, answer.status === 200, told(answer));
}

/** A way to write a header that holds a token. */
interface Spelling {
  name: string;
  value: string | readonly string[];
}

/** A token spoiled without touching what it says. */
function* spoiled(token: string): Generator<Spelling> {
  const [head, body, signature] = token.split('.') as [string, string, string];
  yield { name: 'padding', value: `${token}==` };
  yield { name: 'padding of each part', value: `${head}=.${body}==.${signature}==` };
  yield {
    name: 'the other alphabet',
    value: `${head}.${body}.${signature.replaceAll('-', '+').replaceAll('_', '/')}+`,
  };
  yield { name: 'percent-encoded dots', value: token.replaceAll('.', '%2E') };
  yield { name: 'a space inside', value: `${head}.${body}. ${signature}` };
  yield { name: 'a tab inside', value: `${head}.\t${body}.${signature}` };
  yield { name: 'quotes', value: `"${token}"` };
  yield { name: 'a dot at the end', value: `${token}.` };
  yield { name: 'a dot at the beginning', value: `.${token}` };
  yield { name: 'other letters', value: token.toUpperCase() };
  yield { name: 'letters that only look alike', value: token.replace('e', '\u00e9') };
  yield { name: 'itself twice', value: `${token}${token}` };
  yield { name: 'a list', value: `${token}, ${token}` };
  yield { name: 'a list with semicolons', value: `${token}; ${token}` };
  yield { name: 'JSON', value: JSON.stringify({ protected: head, payload: body, signature }) };
  yield { name: 'something behind it', value: `${token} x` };
  yield { name: 'eight thousand letters more', value: `${token}${'A'.repeat(8_000)}` };
  yield { name: 'twelve thousand letters instead', value: 'A'.repeat(12_000) };
  yield { name: 'six thousand dots', value: '.'.repeat(6_000) };
  yield { name: 'nothing', value: '' };
}

/** Values of `Authorization` that hold a good token and are no bearer token. */
function* noBearers(token: string): Generator<Spelling> {
  const words = [
    '',
    'Basic ',
    'Token ',
    'JWT ',
    'Digest ',
    'Bearer',
    'Bearer:',
    'Bearer: ',
    'Bearer=',
    'Bearers ',
    'Bearer Bearer ',
  ];
  for (const word of words) yield { name: `"${word}" before it`, value: `${word}${token}` };
  yield { name: 'a tab for the space', value: `Bearer\t${token}` };
  yield { name: 'Bearer alone', value: 'Bearer' };
  yield { name: 'Bearer and a space', value: 'Bearer ' };
  yield { name: 'Basic of the token', value: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` };
  yield { name: 'two schemes', value: `Basic x, Bearer ${token}` };
  yield { name: 'a bad one before it', value: ['Bearer x', `Bearer ${token}`] };
}

/** Values of `Authorization` that are a bearer token, by RFC 9110: schemes have no case, and spaces at the ends are none. */
function* bearers(token: string): Generator<Spelling> {
  for (const word of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) yield { name: word, value: `${word} ${token}` };
  yield { name: 'two spaces', value: `Bearer  ${token}` };
  yield { name: 'spaces at the ends', value: `  Bearer ${token}  ` };
}
