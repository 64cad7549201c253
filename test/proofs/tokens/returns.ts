import type { Checks } from '../support/checks.js';
import { sendExact, type ExactAnswer } from '../support/exact-http.js';
import type { Instance } from '../support/instance.js';
import { told } from './answers.js';
import type { Forgery } from './forgeries.js';
import { decode } from './jwt.js';
import { atOAuth, type Application, type Tokens, type World } from './world.js';

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
