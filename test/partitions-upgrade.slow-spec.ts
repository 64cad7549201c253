import { describe, expect, it } from '@jest/globals';
import { IdempotencyByDay1790711000000 } from '#common/database/migrations/1790711000000-idempotency-by-day.js';
import { RefreshTokensByWeek1790712000000 } from '#common/database/migrations/1790712000000-refresh-tokens-by-week.js';
import { TrafficByTime1790713000000 } from '#common/database/migrations/1790713000000-traffic-by-time.js';
import { AuditByMonth1790714000000 } from '#common/database/migrations/1790714000000-audit-by-month.js';
import { TrafficCounter } from '#platform/traffic/index.js';
import { PASSWORD } from './support/factories.js';
import { dropFirstPartition } from './support/partitions.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const MIGRATIONS = [
  new IdempotencyByDay1790711000000(),
  new RefreshTokensByWeek1790712000000(),
  new TrafficByTime1790713000000(),
  new AuditByMonth1790714000000(),
];

const TABLES = ['idempotency_records', 'refresh_tokens', 'traffic', 'audit_entries'] as const;

const app = await useTestApp();
const shop = await app.make.application();
const member = await app.make.member(shop);
const root = await app.make.superAdmin();

describe('a database whose tables were not partitioned', () => {
  /** Takes the database back to the previous version, does something with it, and brings it up again. */
  async function upgrade(meanwhile: () => Promise<unknown>): Promise<void> {
    const runner = app.db.dataSource.createQueryRunner();
    try {
      for (const migration of [...MIGRATIONS].reverse()) await migration.down(runner);
      await meanwhile();
      for (const migration of MIGRATIONS) await migration.up(runner);
    } finally {
      await runner.release();
    }
  }

  async function stored(): Promise<unknown[]> {
    const rows = TABLES.map((table) => app.database.query(`SELECT t::text AS row FROM ${table} t ORDER BY 1`));
    return Promise.all(rows);
  }

  const token = async (payload: object): Promise<string> =>
    (await app.send('POST', 'token/', { headers: { apikey: shop.apikey }, payload })).body.data.refresh_token as string;

  const wish = (key: string, product_id: number): Promise<Answer> =>
    member.post('commerce/wishlist-add/', { product_id }, { headers: { 'idempotency-key': key } });

  it('keeps its rows, there and back, and goes on with them', async () => {
    const { id } = await app.make.catalogue.product();
    const first = await wish('before', id);
    const refresh = await token({ username: member.user.username, password: PASSWORD });
    expect((await root.patch(`/admin/api/applications/${shop.id}/`, { name: 'Renamed' })).status).toBe(200);
    await app.nest.get(TrafficCounter, { strict: false }).flush();
    await app.database.query(
      `INSERT INTO audit_entries (at, actor_uid, actor_username, action, entity_type, entity_id, ip, request_id)
       SELECT now() - n * interval '20 days', 1, 'x', 'x', 'x', n, '::1', 'x' FROM generate_series(0, 40) n`,
    );
    const before = await stored();
    for (const rows of before) expect(rows).not.toEqual([]);
    await upgrade(async () => {
      expect(await stored()).toEqual(before);
      const kinds = await app.database.query(`SELECT DISTINCT relkind::text FROM pg_class WHERE relname = ANY ($1)`, [
        TABLES,
      ]);
      expect(kinds).toEqual([{ relkind: 'r' }]);
    });
    expect(await stored()).toEqual(before);
    expect(await wish('before', id)).toMatchObject({ text: first.text, headers: { 'idempotency-replayed': 'true' } });
    expect(await token({ refresh_token: refresh })).toMatch(/^rt_/);
    await wish('after', id);
    expect((await root.patch(`/admin/api/applications/${shop.id}/`, { name: 'Renamed' })).status).toBe(200);
    const ids = await app.database.query('SELECT count(*) - count(DISTINCT id) AS twice FROM audit_entries');
    expect(ids).toEqual([{ twice: 0 }]);
  });

  it('goes back with the newest of the records of a key, and without tokens of sessions that are gone', async () => {
    const { id } = await app.make.catalogue.product();
    await wish('twice', id);
    await token({ username: member.user.username, password: PASSWORD });
    await app.database.query(
      `INSERT INTO idempotency_records (key_hash, fingerprint, status, body, expires_at)
       SELECT key_hash, 'old', status, body, expires_at - interval '3 days' FROM idempotency_records`,
    );
    await app.database.query(
      `INSERT INTO refresh_tokens (token_hash, session_id, expires_at) VALUES ('gone', gen_random_uuid(), now())`,
    );
    await upgrade(async () => {
      expect(await app.database.query(`SELECT FROM idempotency_records WHERE fingerprint = 'old'`)).toEqual([]);
      expect(await app.database.query(`SELECT FROM refresh_tokens WHERE token_hash = 'gone'`)).toEqual([]);
    });
  });

  it('can be written when what was there before is gone', async () => {
    for (const table of ['idempotency_records', 'refresh_tokens', 'traffic_short', 'traffic_long', 'audit_entries']) {
      await dropFirstPartition(app, table);
    }
    const { id } = await app.make.catalogue.product();
    expect((await wish('new', id)).status).toBe(200);
    expect((await wish('new', id)).headers).toHaveProperty('idempotency-replayed');
    const refresh = await token({ username: member.user.username, password: PASSWORD });
    expect(await token({ refresh_token: refresh })).toMatch(/^rt_/);
    expect((await root.patch(`/admin/api/applications/${shop.id}/`, { name: 'Renamed' })).status).toBe(200);
    await app.nest.get(TrafficCounter, { strict: false }).flush();
    for (const rows of await stored()) expect(rows).not.toEqual([]);
  });
});
