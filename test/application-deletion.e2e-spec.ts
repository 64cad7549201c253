import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { SessionCache } from '#people/sessions/index.js';
import { until } from './support/until.js';
import type { TestApplication } from './support/factories.js';
import { statementsOf } from './support/sent-statements.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const APPLICATIONS = '/admin/api/applications/';

const app = await useTestApp();
const root = await app.make.superAdmin();

const impact = ({ id }: { id: string }) => root.get(`${APPLICATIONS}${id}/delete-impact/`);
const remove = ({ id }: TestApplication) => root.delete(`${APPLICATIONS}${id}/`);

/** Sessions of a user at an application, without tokens. */
async function openSessions(application: TestApplication, uid: number, count: number): Promise<void> {
  const sql = `INSERT INTO sessions (id, uid, application_id, sign_on_id, refresh_seed, expires_at)
    SELECT i, $1, $2, i, '', now() + interval '1 day' FROM (SELECT gen_random_uuid() AS i FROM generate_series(1, $3::int)) s`;
  await app.database.query(sql, [uid, application.id, count]);
}

describe('what would end with an application', () => {
  it('is its API admin’s role, if it is the last application', async () => {
    const keeper = await app.make.user({ roles: ['member', 'api_admin'] });
    const [first, second] = [
      await app.make.application({ apiAdminUid: keeper.uid }),
      await app.make.application({ apiAdminUid: keeper.uid }),
    ];
    const { uid, username } = keeper;
    expect((await impact(first)).body.data).toEqual({
      api_admin: { uid, username, loses_role: false },
      live_sessions: 0,
      pending_deliveries: 0,
    });
    await remove(second);
    expect((await impact(first)).body.data.api_admin).toEqual({ uid, username, loses_role: true });
    await root.patch(`/admin/api/users/${uid}/`, { roles: ['member'] });
    expect((await impact(first)).body.data.api_admin).toEqual({ uid, username, loses_role: false });
  });

  it('is what is alive at it: sessions that neither ended nor expired, and deliveries that wait', async () => {
    const shop = await app.make.application({
      webhookUrl: 'https://shop.example.com/hooks',
      webhookEvents: ['application.updated'],
      status: 'inactive',
    });
    await root.patch(`${APPLICATIONS}${shop.id}/`, { name: 'Waiting shop' });
    const user = await app.make.user();
    await openSessions(shop, user.uid, 5);
    await openSessions(await app.make.application(), user.uid, 1);
    const some = '(SELECT id FROM sessions WHERE application_id = $1 AND ended_at IS NULL LIMIT 1)';
    await app.database.query(`UPDATE sessions SET ended_at = now() WHERE id = ${some}`, [shop.id]);
    await app.database.query(`UPDATE sessions SET expires_at = now() - interval '1 s' WHERE id = ${some}`, [shop.id]);
    expect((await impact(shop)).body.data).toMatchObject({ live_sessions: 3, pending_deliveries: 1 });
  });

  it('is asked of live applications, by super admins', async () => {
    const gone = await app.make.application();
    const admin = await app.make.client(['api_admin'], gone);
    expect([401, 403]).toContain((await admin.get(`${APPLICATIONS}${gone.id}/delete-impact/`)).status);
    await remove(gone);
    for (const id of [gone.id, randomUUID(), 'none']) expect((await impact({ id })).status).toBe(404);
  });
});

describe('deleting an application with very many sessions', () => {
  it('tells instances once, writes the events together, and ends every token on each instance', async () => {
    const other = await startTestApp({ sharing: app });
    const shop = await app.make.application();
    const member = await app.make.member(shop);
    const elsewhere = await app.make.client(['member'], await app.make.application(), member.user);
    await openSessions(shop, member.user.uid, 3_000);
    const path = 'commerce/cart-items/';
    const there = async () => (await other.send('GET', path, { headers: member.headers })).status;
    expect([(await member.get(path)).status, await there()]).toEqual([200, 200]);
    expect(other.nest.get(SessionCache, { strict: false }).get(member.token)).toBeDefined();

    const statements = await statementsOf(() => remove(shop));
    expect(statements.length).toBeLessThan(50);
    const told = statements.filter(({ text }) => text.includes('pg_notify')).map(({ values }) => values[1]);
    expect(told.filter((message) => String(message).startsWith('session'))).toEqual([
      `sessions-of-application:${shop.id}`,
    ]);
    const cached = (at: TestApp) => at.nest.get(SessionCache, { strict: false }).get(member.token);
    expect(cached(app)).toBeUndefined();
    await until(async () => expect(cached(other)).toBeUndefined());
    expect((await elsewhere.get(path)).status).toBe(200);
    const count = async (sql: string) => (await app.database.query<{ n: number }>(sql, [shop.id]))[0]!.n;
    const ended = `SELECT count(*)::int AS n FROM sessions WHERE application_id = $1 AND end_reason = 'application_deleted'`;
    const events = `SELECT count(*)::int AS n FROM events WHERE type = 'session.ended' AND data->>'application_id' = $1`;
    expect([await count(ended), await count(events)]).toEqual([3_001, 3_001]);
    await other.stop();
  });
});
