import type { Checks } from '#test/support/report.js';
import { sendExact, type ExactAnswer, type ExactRequest } from '#test/support/http.js';
import { BASE, SUPER_ADMIN } from '#test/support/shop.js';
import {
  ADMIN_COOKIE,
  ADMIN_PATH,
  type Application,
  atOAuth,
  atToken,
  bearer,
  isRefusal,
  isWrongClient,
  told,
  USER_PATH,
  type World,
} from './world.js';
import { decode } from './forgeries.js';

/** A kind of thing that opens something, with a fresh one of it for each showing. */
interface Kind {
  name: string;
  /** Doors that it opens. */
  opens: readonly string[];
  value(): Promise<string> | string;
}

interface Door {
  name: string;
  request(value: string): ExactRequest;
  isRefusal(answer: ExactAnswer): boolean;
}

/** The longest refresh token and ticket that are read: what is longer is not valid, which is another documented refusal. */
const MAX_TOKEN = 256;

const SECTION = 'each kind shown as every other';

/** Shows each kind of token, key and id at each door of both instances: each opens its own doors and no other. */
export async function proveKinds(world: World, checks: Checks): Promise<string> {
  const application = await world.register({ webhook: { url: 'https://hooks.example/', events: ['user.created'] } });
  const target = await world.register({ sso: { login_url: 'https://target.example/enter' } });
  const kinds = await kindsOf(world, application, target);
  const doors = [
    ...doorsOf(application, (await world.member(application)).access),
    ...ticketDoors(target).map((door) => ({ ...door, name: `${door.name} at its target` })),
  ];
  for (const kind of kinds) {
    for (const door of doors) {
      for (const instance of [world.a, world.b]) {
        const value = await kind.value();
        const answer = await sendExact(instance, door.request(value));
        const opens = kind.opens.includes(door.name);
        const what = `${kind.name} ${opens ? 'opens' : 'does not open'} ${door.name} of ${instance.role}`;
        checks.that(SECTION, what, opens ? answer.status === 200 : door.isRefusal(answer), told(answer));
      }
    }
  }
  return `${kinds.length} kinds at ${doors.length} doors of each instance`;
}

async function kindsOf(world: World, application: Application, target: Application): Promise<Kind[]> {
  const user = await world.makeUser();
  const logIn = () => world.logIn(application, user.username);
  const own = await logIn();
  const ofTarget = await world.logIn(target, user.username);
  const admin = String((await world.logInAdmin(SUPER_ADMIN.username, SUPER_ADMIN.password)).access_token);
  const webhook = await world.admin('GET', `applications/${application.id}/webhook/`);
  const key = await world.admin('POST', `applications/${application.id}/encryption-keys/`, { platform: 'server' });
  const { k } = key.jwk as { k: string };
  const ticket = async (from: Application, to: Application): Promise<string> => {
    const at = await world.logIn(from, user.username);
    const headers = { apikey: from.apikey, ...bearer(at.access) };
    return String((await world.ask('POST', `${BASE}/sso/ticket/`, headers, { application_id: to.id })).ticket);
  };
  const ended = await logIn();
  await world.ask('POST', `${BASE}/logout/`, { apikey: application.apikey, ...bearer(ended.access) }, {});
  const used = await logIn();
  await world.token(application, { refresh_token: used.refresh });
  const next = tokenOf(await world.token(application, { refresh_token: used.refresh }));
  await world.token(application, { refresh_token: next });
  const user2 = ['Authorization', 'cookie'];
  return [
    { name: 'an application key', opens: ['apikey', 'client_secret'], value: () => application.apikey },
    { name: "another application's key", opens: [], value: () => target.apikey },
    { name: 'an access token', opens: user2, value: () => own.access },
    { name: "another application's access token", opens: [], value: () => ofTarget.access },
    { name: "an ended session's access token", opens: [], value: () => ended.access },
    { name: 'a token of the admin module', opens: ['admin Authorization', 'admin cookie'], value: () => admin },
    { name: 'a refresh token', opens: ['refresh_token', 'OAuth refresh_token'], value: async () => (await logIn()).refresh },
    { name: "another application's refresh token", opens: [], value: () => ofTarget.refresh },
    { name: "an ended session's refresh token", opens: [], value: () => ended.refresh },
    { name: 'a used refresh token', opens: [], value: () => used.refresh },
    { name: 'a ticket', opens: ['ticket at its target', 'OAuth ticket at its target'], value: () => ticket(application, target) },
    { name: 'a secret of a webhook', opens: [], value: () => String(webhook.secret) },
    { name: 'an encryption key', opens: [], value: () => k },
    { name: 'the id of a session', opens: [], value: () => String(decode(own.access.split('.')[1]).sid) },
    { name: 'the id of a token', opens: [], value: () => String(decode(own.access.split('.')[1]).jti) },
    { name: 'the id of a key', opens: [], value: () => application.keyId },
    { name: 'the id of an application', opens: [], value: () => application.id },
    { name: 'the id of an encryption key', opens: [], value: () => String(key.kid) },
    { name: 'a uid', opens: [], value: () => String(own.uid) },
    { name: 'a username', opens: [], value: () => user.username },
  ]; // prettier-ignore
}

function doorsOf(application: Application, access: string): Door[] {
  const { apikey } = application;
  const get = (path: string, headers: Record<string, string>): ExactRequest => ({ method: 'GET', path, headers });
  const invalidToken = (answer: ExactAnswer): boolean => isRefusal(answer, 'Invalid Token');
  return [
    {
      name: 'apikey',
      request: (value) => get(USER_PATH, { apikey: value, ...bearer(access) }),
      // Another application's key is a good key, but not for this token.
      isRefusal: (answer) => isRefusal(answer, 'Request Failed') || invalidToken(answer),
    },
    { name: 'Authorization', request: (value) => get(USER_PATH, { apikey, ...bearer(value) }), isRefusal: invalidToken },
    { name: 'cookie', request: (value) => get(USER_PATH, { apikey, cookie: `access_token=${value}` }), isRefusal: invalidToken },
    { name: 'admin Authorization', request: (value) => get(ADMIN_PATH, bearer(value)), isRefusal: invalidToken },
    { name: 'admin cookie', request: (value) => get(ADMIN_PATH, { cookie: `${ADMIN_COOKIE}=${value}` }), isRefusal: invalidToken },
    { name: 'refresh_token', request: (value) => atToken(application, { refresh_token: value }), isRefusal: grantRefused },
    oauthDoor(application, 'refresh_token', 'refresh_token'),
    {
      name: 'client_secret',
      request: (value) => atOAuth('revoke', { token: 'rt_none', client_id: application.id, client_secret: value }),
      isRefusal: isWrongClient,
    },
    ...ticketDoors(application),
  ]; // prettier-ignore
}

function ticketDoors(application: Application): Door[] {
  const request = (ticket: string): ExactRequest => atToken(application, { ticket });
  return [
    { name: 'ticket', request, isRefusal: grantRefused },
    oauthDoor(application, 'ticket', 'urn:commerce-api:sso-ticket'),
  ];
}

function oauthDoor({ apikey }: Application, field: string, grant: string): Door {
  return {
    name: `OAuth ${field}`,
    request: (value) => atOAuth('token', { grant_type: grant, [field]: value }, { apikey }),
    isRefusal: ({ status, json }) =>
      status === 400 && ['invalid_grant', 'invalid_request'].includes(String(json.error)),
  };
}

/** Without a challenge, for these come in the body. */
function grantRefused(answer: ExactAnswer): boolean {
  return (answer.status === 401 && answer.json.type === 'Invalid Token') || isTooLong(answer);
}

function isTooLong({ status, json }: ExactAnswer): boolean {
  return (
    status === 400 &&
    json.type === 'Validation Error' &&
    String(json.message).endsWith(`at most ${MAX_TOKEN} characters`)
  );
}

function tokenOf({ refresh_token }: ExactAnswer['data']): string {
  return String(refresh_token);
}
