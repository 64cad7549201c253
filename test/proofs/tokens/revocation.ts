import { setTimeout as sleep } from 'node:timers/promises';
import type { Checks } from '#test/support/report.js';
import { sendExact, type ExactAnswer } from '#test/support/http.js';
import type { Instance } from '#test/support/instance.js';
import { BASE } from '#test/support/shop.js';
import { ADMIN_PATH, type Application, atOAuth, bearer, PASSWORD, told, type World } from './world.js';

/** Within which a change made on one instance holds on the other. See docs/spec/service.md#3 and #4. */
const HOLDS_MS = 2_000;

/** How long it is watched whether it holds on. */
const WATCH_MS = 300;
const LOOK_MS = 5;
const ROUNDS = 5;

const SECTION = 'revocation on the other instance';

/** Something that stops working: what is asked, how it is revoked, and what is answered then. */
interface Revocable {
  readonly look: (at: Instance) => Promise<ExactAnswer>;
  readonly revoke: (at: Instance) => Promise<unknown>;
  refusal: { status: number; type: string };
}

/** What is revoked, by its name; each call makes something new to revoke. */
type Ways = Readonly<Record<string, () => Promise<Revocable>>>;

/** Revokes on one instance, asks the other until it refuses, and reports the longest time that took. */
export async function proveRevocation(world: World, checks: Checks): Promise<string> {
  const longest: Record<string, number> = {};
  for (const [what, make] of Object.entries(waysOf(world))) {
    for (let round = 0; round < ROUNDS; round += 1) {
      const at = round % 2 === 0 ? world.a : world.b;
      // In the last round the instances have just lost the connection on which they hear of changes.
      const isDeaf = round === ROUNDS - 1;
      const ms = await measure(world, checks, { what, revocable: await make(), at, isDeaf });
      const name = isDeaf ? 'with the connection of the change feed cut' : what;
      longest[name] = Math.max(longest[name] ?? 0, ms);
    }
  }
  const figures = Object.entries(longest).map(([what, ms]) => `  ${what.padEnd(46)}${ms.toFixed(0).padStart(5)} ms`);
  const most = Math.max(...Object.values(longest));
  return [`holds after ${most.toFixed(0)} ms at most (${ROUNDS} rounds each)`, ...figures].join('\n');
}

async function measure(
  world: World,
  checks: Checks,
  { what, revocable, at, isDeaf }: { what: string; revocable: Revocable; at: Instance; isDeaf: boolean },
): Promise<number> {
  const { look, revoke, refusal } = revocable;
  const other = world.other(at);
  // Twice: the second answer comes from what the instance keeps.
  for (const instance of [other, other, at]) {
    const before = await look(instance);
    checks.that(SECTION, `${what}: works before`, before.status === 200, told(before));
  }
  if (isDeaf) await cutChangeFeeds(world);
  const asked = performance.now();
  await revoke(at);
  const revoked = performance.now();
  let answer = await look(other);
  while (answer.status === 200 && performance.now() < asked + 2 * HOLDS_MS) {
    await sleep(LOOK_MS);
    answer = await look(other);
  }
  const ms = performance.now() - revoked;
  const isRefused = ({ status, json }: ExactAnswer): boolean => status === refusal.status && json.type === refusal.type;
  checks.that(SECTION, `${what}: is refused as documented`, isRefused(answer), told(answer));
  checks.that(SECTION, `${what}: holds within ${HOLDS_MS} ms`, ms <= HOLDS_MS, `${ms.toFixed(0)} ms`);
  const watched = performance.now() + WATCH_MS;
  while (performance.now() < watched) {
    for (const instance of [at, other]) {
      const later = await look(instance);
      checks.that(SECTION, `${what}: holds on, on ${instance.role}`, isRefused(later), told(later));
    }
    await sleep(LOOK_MS * 10);
  }
  return ms;
}

/** Ends the connections on which the instances listen for changes. */
async function cutChangeFeeds({ pool }: World): Promise<void> {
  const { rowCount } = await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query ~* '^(listen|notify)'`,
  );
  if ((rowCount ?? 0) === 0) throw new Error('no change feed was found to be cut');
}

function waysOf(world: World): Ways {
  const asUser = (application: Application, access: string) => (at: Instance) => world.use(at, application, access);
  const invalidToken = { status: 401, type: 'Invalid Token' };

  const session = async (
    revoke: (application: Application, access: string, at: Instance, uid: number) => Promise<unknown>,
  ) => {
    const application = await world.register();
    const { access, uid } = await world.member(application);
    const look = asUser(application, access);
    return { look, revoke: (at: Instance) => revoke(application, access, at, uid), refusal: invalidToken };
  };
  const changed = async (
    change: (application: Application) => object,
    refusal: Revocable['refusal'],
  ): Promise<Revocable> => {
    const application = await world.register();
    const { access } = await world.member(application);
    const revoke = (at: Instance) => world.admin('PATCH', `applications/${application.id}/`, change(application), at);
    return { look: asUser(application, access), revoke, refusal };
  };
  const logOut = ({ apikey }: Application, access: string, at: Instance, body: object) =>
    world.ask('POST', `${BASE}/logout/`, { apikey, ...bearer(access) }, body, at);

  const giveBack = ({ id, apikey }: Application, token: string, at: Instance) =>
    sendExact(at, atOAuth('revoke', { token, client_id: id, client_secret: apikey }));

  return {
    logout: () => session((application, access, at) => logOut(application, access, at, {})),
    'an access token given back': () => session((application, access, at) => giveBack(application, access, at)),
    'a refresh token given back': async () => {
      const application = await world.register();
      const { access, refresh } = await world.member(application);
      return { look: asUser(application, access), revoke: (at) => giveBack(application, refresh, at), refusal: invalidToken };
    },
    'logout everywhere': () => session((application, access, at) => logOut(application, access, at, { everywhere: true })),
    'logout everywhere, from where it was entered': async () => {
      const target = await world.register({ sso: { login_url: 'https://target.example/enter' } });
      const origin = await world.register();
      const { access } = await world.member(origin);
      const asked = { apikey: origin.apikey, ...bearer(access) };
      const { ticket } = await world.ask('POST', `${BASE}/sso/ticket/`, asked, { application_id: target.id });
      const entered = String((await world.token(target, { ticket })).access_token);
      const revoke = (at: Instance) => logOut(target, entered, at, { everywhere: true });
      return { look: asUser(origin, access), revoke, refusal: invalidToken };
    },
    'a replayed refresh token': async () => {
      const application = await world.register();
      const { access, refresh } = await world.member(application);
      const next = String((await world.token(application, { refresh_token: refresh })).refresh_token);
      await world.token(application, { refresh_token: next });
      const replay = { method: 'POST', path: `${BASE}/token/`, headers: { apikey: application.apikey }, body: { refresh_token: refresh } };
      return { look: asUser(application, access), revoke: (at) => sendExact(at, replay), refusal: invalidToken };
    },
    'a log-out of the admin module': async () => {
      const { username } = await world.makeUser(['super_admin']);
      const headers = bearer(String((await world.logInAdmin(username, PASSWORD)).access_token));
      return {
        look: (at) => sendExact(at, { method: 'GET', path: ADMIN_PATH, headers }),
        revoke: (at) => world.ask('DELETE', ADMIN_PATH, headers, undefined, at),
        refusal: invalidToken,
      };
    },
    'an inactive user': () => session((_application, _access, at, uid) => world.admin('PATCH', `users/${uid}/`, { status: 'inactive' }, at)),
    'a new password': () => session((_application, _access, at, uid) => world.admin('PATCH', `users/${uid}/`, { reset_password: true }, at)),
    'a role taken away': async () => {
      const application = await world.register();
      const { username, uid } = await world.makeUser(['member', 'api_admin']);
      const { access } = await world.logIn(application, username);
      return {
        look: (at) => world.use(at, application, access, `${BASE}/get/countries/`),
        revoke: (at) => world.admin('PATCH', `users/${uid}/`, { roles: ['member'] }, at),
        refusal: { status: 403, type: 'Permission Denied' },
      };
    },
    'the role of a super admin taken away': async () => {
      const { username, uid } = await world.makeUser(['super_admin']);
      const headers = bearer(String((await world.logInAdmin(username, PASSWORD)).access_token));
      return {
        look: (at) => sendExact(at, { method: 'GET', path: ADMIN_PATH, headers }),
        revoke: (at) => world.admin('PATCH', `users/${uid}/`, { roles: ['member'] }, at),
        refusal: { status: 403, type: 'Permission Denied' },
      };
    },
    'a revoked key': () => session((application, _access, at) => world.admin('DELETE', `applications/${application.id}/keys/${application.keyId}/`, undefined, at)).then(
      (revocable) => ({ ...revocable, refusal: { status: 401, type: 'Request Failed' } }),
    ),
    'a deleted application': () => session((application, _access, at) => world.admin('DELETE', `applications/${application.id}/`, undefined, at)).then(
      (revocable) => ({ ...revocable, refusal: { status: 401, type: 'Request Failed' } }),
    ),
    'an inactive application': () => changed(() => ({ status: 'inactive' }), { status: 400, type: 'Inactive APIKEY' }),
    'an application in maintenance': () => changed(() => ({ status: 'maintenance' }), { status: 400, type: 'Under Maintenance' }),
    'a blocked address': () => changed(() => ({ access: { ips: { block: ['127.0.0.0/8'] } } }), { status: 403, type: 'IP Blocked' }),
    'a host allow list': () => changed(() => ({ access: { hosts: { allow: ['shop.example'] } } }), { status: 403, type: 'Host Not Whitelisted' }),
  }; // prettier-ignore
}
