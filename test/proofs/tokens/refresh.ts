import type { Checks } from '#test/support/report.js';
import { sendExact, type ExactAnswer } from '#test/support/http.js';
import { BASE } from '#test/support/shop.js';
import { type Application, atToken, bearer, PASSWORD, type Tokens, tokensOf, told, type World } from './world.js';

const PARALLEL = 50;
const ROUNDS = 10;

/** Within which the end of a session holds everywhere. */
const HOLDS_MS = 2_000;

const SECTION = 'refreshing';

/** Replays refresh tokens, exchanges one many times at once, and lets exchanges race with the end of their session. */
export async function proveRefreshing(world: World, checks: Checks): Promise<string> {
  const application = await world.register();
  await proveReplay(world, checks, application);
  await proveForeign(world, checks, application);
  for (let round = 0; round < ROUNDS; round += 1) await proveParallel(world, checks, application);
  const { revoked, exchanged } = await proveRaces(world, checks, application);
  return `${ROUNDS} × ${PARALLEL} at once, ${revoked} races with an end, in which ${exchanged} exchanges came first`;
}

/** A used token may be retried until its successor was used; after that it ends everything. */
async function proveReplay(world: World, checks: Checks, application: Application): Promise<void> {
  for (const at of [world.a, world.b]) {
    const other = world.other(at);
    const first = await world.member(application);
    const second = tokensOf(await world.token(application, { refresh_token: first.refresh }, at));
    const again = tokensOf(await world.token(application, { refresh_token: first.refresh }, other));
    checks.that(SECTION, 'a retry gives the same successor', again.refresh === second.refresh);
    const third = tokensOf(await world.token(application, { refresh_token: second.refresh }, other));
    for (const { access } of [first, second, again, third]) {
      checks.that(
        SECTION,
        'before the replay all are good',
        (await world.use(other, application, access)).status === 200,
      );
    }
    const replayed = await sendExact(at, atToken(application, { refresh_token: first.refresh }));
    checks.that(SECTION, 'a replayed token is refused', isRefused(replayed), told(replayed));
    await expectDead(world, checks, application, [first, second, again, third]);
  }
}

async function proveForeign(world: World, checks: Checks, application: Application): Promise<void> {
  const stranger = await world.register();
  const own = await world.member(application);
  const stolen = await sendExact(world.a, atToken(stranger, { refresh_token: own.refresh }));
  checks.that(SECTION, 'another application cannot use it', isRefused(stolen), told(stolen));
  const kept = await sendExact(world.b, atToken(application, { refresh_token: own.refresh }));
  checks.that(SECTION, 'and has not used it up', kept.status === 200, told(kept));
}

/** Many at once, on both instances: whoever is answered gets the one successor, and one token is left that can be used. */
async function proveParallel(world: World, checks: Checks, application: Application): Promise<void> {
  const first = await world.member(application);
  const answers = await Promise.all(
    Array.from({ length: PARALLEL }, (_, index) =>
      sendExact(index % 2 === 0 ? world.a : world.b, atToken(application, { refresh_token: first.refresh })),
    ),
  );
  const successors = new Set(answers.map(({ data }) => data.refresh_token));
  checks.that(
    SECTION,
    'each exchange at once is answered',
    answers.every(({ status }) => status === 200),
  );
  checks.that(SECTION, 'all with one successor', successors.size === 1, `${successors.size} of them`);
  const usable = await usableTokens(world, first.uid);
  checks.that(SECTION, 'one live token is left', usable === 1, `${usable} are`);

  // The token and its successor at once: the family may end, but never fork.
  const { refresh } = tokensOf(answers[0]!.data);
  await Promise.all(
    Array.from({ length: PARALLEL }, (_, index) =>
      sendExact(
        index % 2 === 0 ? world.a : world.b,
        atToken(application, { refresh_token: index % 3 === 0 ? first.refresh : refresh }),
      ),
    ),
  );
  const left = await usableTokens(world, first.uid);
  checks.that(SECTION, 'a token and its successor at once leave at most one', left <= 1, `${left} are`);
}

/** Exchanges at once with whatever ends the session: what was exchanged first is as dead as the rest. */
async function proveRaces(
  world: World,
  checks: Checks,
  application: Application,
): Promise<{ revoked: number; exchanged: number }> {
  const ends: Record<string, (tokens: Tokens) => Promise<unknown>> = {
    logout: ({ access }) =>
      world.ask('POST', `${BASE}/logout/`, { apikey: application.apikey, ...bearer(access) }, {}, world.b),
    'logout everywhere': ({ access }) =>
      world.ask('POST', `${BASE}/logout/`, { apikey: application.apikey, ...bearer(access) }, { everywhere: true }),
    'a new password': ({ uid }) => world.admin('PATCH', `users/${uid}/`, { password: `${PASSWORD} again` }, world.b),
    'an inactive account': ({ uid }) => world.admin('PATCH', `users/${uid}/`, { status: 'inactive' }),
  };
  let revoked = 0;
  let exchanged = 0;
  for (const [what, end] of Object.entries(ends)) {
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = await world.member(application);
      const exchanges = Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          sendExact(index % 2 === 0 ? world.a : world.b, atToken(application, { refresh_token: first.refresh })),
        ),
      );
      const [answers] = await Promise.all([exchanges, end(first)]);
      revoked += 1;
      const good = answers.filter(({ status }) => status === 200);
      exchanged += good.length;
      const clean = answers.every((answer) => answer.status === 200 || answer.status === 401);
      checks.that(SECTION, `beside ${what}, exchanges are answered or refused`, clean, answers.map(told).join());
      await expectDead(world, checks, application, [first, ...good.map(({ data }) => tokensOf(data))]);
      const left = await usableTokens(world, first.uid);
      checks.that(SECTION, `${what} leaves no live token`, left === 0, `${left} are`);
    }
  }
  return { revoked, exchanged };
}

/** All tokens are refused on both instances, at the latest when an end must hold. */
async function expectDead(
  world: World,
  checks: Checks,
  application: Application,
  tokens: readonly Tokens[],
): Promise<void> {
  const end = performance.now() + HOLDS_MS;
  for (const at of [world.a, world.b]) {
    for (const { access, refresh } of tokens) {
      let status = 200;
      do ({ status } = await world.use(at, application, access));
      while (status !== 401 && performance.now() < end);
      checks.that(SECTION, `an access token is dead on ${at.role}`, status === 401, `${status} after ${HOLDS_MS} ms`);
      const answer = await sendExact(at, atToken(application, { refresh_token: refresh }));
      checks.that(SECTION, `a refresh token is dead on ${at.role}`, answer.status === 401, told(answer));
    }
  }
}

function isRefused({ status, json }: ExactAnswer): boolean {
  return status === 401 && json.type === 'Invalid Token';
}

/** How many refresh tokens of a user could still be exchanged for a new one. */
async function usableTokens({ pool }: World, uid: number): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    `SELECT count(*) FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
      WHERE s.uid = $1 AND s.ended_at IS NULL AND t.used_at IS NULL`,
    [uid],
  );
  return Number(rows[0]?.count);
}
