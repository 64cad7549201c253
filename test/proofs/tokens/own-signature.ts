import { type ExactAnswer, sendExact } from '#test/support/http.js';
import type { Instance } from '#test/support/instance.js';
import type { Checks } from '#test/support/report.js';
import { decode, es, type Forgery, type Genuine, jwt, type Part } from './forgeries.js';
import { type Application, atOAuth, type Tokens, told, type World } from './world.js';

/** Ids of others, to be named instead of one's own. */
export interface Others {
  uid: number;
  applicationId: string;
  sessionId: string;
  keyId: string;
}

const HOUR = 3_600;

/**
 * What the service's own key signed, as if somebody had got it to: all that remains is whether the token is held against
 * what it says. Each differs from the genuine token by what its name says.
 */
export function* headerForgeries(genuine: Genuine, typs: readonly unknown[]): Generator<Forgery> {
  for (const typ of typs) yield signed(genuine, `typ ${String(JSON.stringify(typ))}`, { typ });
  yield signed(genuine, 'a critical extension', { crit: ['x'], x: 1 });
  yield signed(genuine, 'a critical extension that is not there', { crit: ['exp'] });
  yield signed(genuine, 'an empty list of critical extensions', { crit: [] });
  yield signed(genuine, 'crit that is no list', { crit: 'x' });
  yield signed(genuine, 'claims that are not encoded', { b64: false, crit: ['b64'] });
  yield rewritten(genuine, 'a header that is no object', '"ES256"', undefined);
  yield rewritten(genuine, 'a header that is null', 'null', undefined);
  yield rewritten(genuine, 'a header that is no JSON', '{', undefined);
  yield rewritten(genuine, 'claims that are no JSON', undefined, '{');
  yield rewritten(genuine, 'claims that are null', undefined, 'null');
  yield rewritten(genuine, 'claims that are a list', undefined, '[]');
  yield rewritten(genuine, 'claims that are a number', undefined, '7');
  yield rewritten(genuine, 'claims that are empty', undefined, '');
  for (const iss of ['https://evil.example', `${String(genuine.claims.iss)}/`, [genuine.claims.iss], null, undefined]) {
    yield claimed(genuine, { iss });
  }
}

/** Access tokens whose claims are not what they should be. */
export function* accessForgeries(genuine: Genuine, others: Others): Generator<Forgery> {
  const { claims } = genuine;
  const now = Math.floor(Date.now() / 1000);
  const wrong: Record<string, unknown[]> = {
    aud: [
      'https://evil.example',
      `${String(claims.aud)}/x`,
      [claims.aud],
      [claims.aud, 'x'],
      others.applicationId,
      {},
      undefined,
    ],
    sub: [String(others.uid), others.uid, Number(claims.sub), `${String(claims.sub)} `, '', null, undefined],
    client_id: [others.applicationId, 'admin-', [claims.client_id], null, undefined],
    sid: [others.sessionId, 'x', '', [claims.sid], null, undefined, '00000000-0000-0000-0000-000000000000'],
    exp: [now - 1, now - HOUR, 0, -1, String(now + HOUR), null, undefined, [now + HOUR]],
    nbf: [now + HOUR, now + 60, String(now + HOUR)],
    iat: [now + HOUR, now + 120, String(now), null, undefined],
  };
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) yield claimed(genuine, { [name]: value });
  }
}

/** Application keys whose claims are not what they should be. */
export function* keyForgeries(genuine: Genuine, others: Others): Generator<Forgery> {
  const { claims } = genuine;
  const now = Math.floor(Date.now() / 1000);
  const wrong: Record<string, unknown[]> = {
    typ: ['web', 'mobile', 'admin', 'SERVER', [claims.typ], null, undefined],
    aud: [others.applicationId, [claims.aud], [claims.aud, others.applicationId], 'x', '', null, undefined],
    jti: [others.keyId, 'x', '', [claims.jti], null, undefined, '00000000-0000-0000-0000-000000000000'],
    exp: [now - 1, 0, String(now + HOUR)],
    nbf: [now + HOUR],
    iat: [now + HOUR, now + 120, String(now), null, undefined],
  };
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) yield claimed(genuine, { [name]: value });
  }
}

/** The genuine token signed again: it must be accepted, or refusing the others would show nothing. */
export function signedAnew(genuine: Genuine): string {
  return signed(genuine, '', {}).token;
}

function signed({ header, claims, key }: Genuine, name: string, changed: object): Forgery {
  return { name, token: jwt({ ...header, ...changed }, claims, es(key.privatePem)) };
}

function claimed({ header, claims, key }: Genuine, changed: Record<string, unknown>): Forgery {
  const name = Object.entries(changed).map(([claim, value]) => `${claim} ${String(JSON.stringify(value))}`);
  return { name: name.join(), token: jwt(header, { ...claims, ...changed }, es(key.privatePem)) };
}

function rewritten({ header, claims, key }: Genuine, name: string, head?: Part, body?: Part): Forgery {
  return { name, token: jwt(head ?? header, body ?? claims, es(key.privatePem)) };
}

/** Longest token that is read: what is longer is not valid, which is another documented refusal. */
const MAX_TOKEN = 8_192;

const SECTION = 'tokens that are given back';

interface Parties {
  application: Application;
  stranger: Application;
  own: Tokens;
  other: Tokens;
}

/**
 * Gives back what is forged, what belongs to another application, and ids that somebody has heard of: each time the answer
 * is that to a good token, and the session lives on. That a good one ends it is shown with
 * the other revocations.
 */
export async function proveForgedReturns(
  world: World,
  checks: Checks,
  { application, stranger, own, other }: Parties,
  forgeries: readonly Forgery[],
): Promise<void> {
  const isAlive = async (at: Instance, of: Application, { access }: Tokens): Promise<boolean> =>
    (await world.use(at, of, access)).status === 200;
  const survives = async (name: string, token: string, by: Application, at: Instance): Promise<void> => {
    const answer = await giveBack(at, by, token);
    const isTold =
      token === '' || token.length > MAX_TOKEN || /[^\x21-\x7e]/.test(token) ? isInvalid(answer) : isDone(answer);
    checks.that(SECTION, `${name} is answered like any other on ${at.role}`, isTold, told(answer));
    checks.that(SECTION, `${name} ends no session`, await isAlive(at, application, own));
  };
  for (const [index, { name, token }] of forgeries.entries())
    await survives(name, token, application, index % 2 === 0 ? world.a : world.b);
  const claims = decode(own.access.split('.')[1]);
  for (const at of [world.a, world.b]) {
    await survives('an access token, by another application', own.access, stranger, at);
    await survives('a refresh token, by another application', own.refresh, stranger, at);
    for (const id of ['sid', 'jti', 'sub']) await survives(id, String(claims[id]), application, at);
    await survives('an application key', application.apikey, application, at);
    for (const token of [other.access, other.refresh]) await survives('what is not its own', token, application, at);
    checks.that(SECTION, 'nor does that session end', await isAlive(at, stranger, other));
  }
}

function giveBack(at: Instance, { id, apikey }: Application, token: string): Promise<ExactAnswer> {
  return sendExact(at, atOAuth('revoke', { token, client_id: id, client_secret: apikey }));
}

function isDone({ status, text }: ExactAnswer): boolean {
  return status === 200 && text === '';
}

function isInvalid({ status, json }: ExactAnswer): boolean {
  return status === 400 && json.error === 'invalid_request';
}
