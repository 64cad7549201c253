import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { PASSWORD, type TestClient } from './support/factories.js';
import type { Answer } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

/** A fourth of the ten connections of tests. */
const SHARE = 2;
const MAX_WAITING = 200;

const app = await useTestApp();
const application = await app.make.application();
const product_id = (await app.make.catalogue.product()).id;

describe('a user who sends many requests at once', () => {
  /** Connections of the service that wait for a lock. */
  async function stuck(): Promise<number> {
    const rows = await app.database.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'commerce-api' AND wait_event_type = 'Lock'`,
    );
    return rows.length;
  }

  /** Lets all changes of a user's cart hang while something is done. */
  async function whileCartHangs(owner: TestClient, act: () => Promise<void>): Promise<void> {
    await owner.post('commerce/add-cart-item/', { product_id });
    const client = new pg.Client({ connectionString: app.database.url });
    await client.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM orders WHERE uid = $1 FOR UPDATE', [owner.user.uid]);
      await act();
    } finally {
      await client.end();
    }
  }

  /** What others are answered while a flood holds all that it may. */
  async function expectOthersAnswered(): Promise<void> {
    await until(async () => (await stuck()) === SHARE);
    const other = await app.make.member(application);
    expect((await other.post('commerce/add-cart-item/', { product_id })).status).toBe(200);
    expect((await other.get('commerce/cart-items/')).status).toBe(200);
    expect((await app.send('GET', '/health/ready')).status).toBe(200);
    expect(await stuck()).toBe(SHARE);
  }

  it.each<[string, (n: number) => Record<string, string>]>([
    ['changes', () => ({})],
    ['changes under idempotency keys', (n) => ({ 'idempotency-key': `flood-${n}` })],
  ])('keeps nobody else waiting by %s, and gets all of them answered', async (_what, headers) => {
    const member = await app.make.member(application);
    let flood: Promise<Answer>[] = [];
    await whileCartHangs(member, async () => {
      flood = Array.from({ length: 50 }, (_, n) =>
        member.post('commerce/add-cart-item/', { product_id }, { headers: headers(n) }),
      );
      await expectOthersAnswered();
    });
    for (const { status } of await Promise.all(flood)) expect(status).toBe(200);
    const { body } = await member.get('commerce/cart-items/');
    expect(body.data.totals.quantity).toBe(51);
  });

  it('gets 429 with Retry-After beyond what may wait', async () => {
    const member = await app.make.member(application);
    let flood: Promise<Answer>[] = [];
    await whileCartHangs(member, async () => {
      flood = Array.from({ length: SHARE + MAX_WAITING + 1 }, () =>
        member.post('commerce/add-cart-item/', { product_id }),
      );
      await expectOthersAnswered();
      const { status, body, headers } = await Promise.race(flood);
      expect([status, body.type, headers['retry-after']]).toEqual([429, 'Too Many Requests', '1']);
    });
    await Promise.all(flood);
  });

  it('counts as itself where it acts for others', async () => {
    const admin = await app.make.apiAdmin(application);
    const member = await app.make.member(application);
    let flood: Promise<Answer>[] = [];
    await whileCartHangs(member, async () => {
      const path = `commerce/add-cart-item/?uid=${member.user.uid}`;
      flood = Array.from({ length: 20 }, () => admin.post(path, { product_id }));
      await until(async () => (await stuck()) === SHARE);
      // The user itself is another caller: its own requests come through.
      expect((await member.get('commerce/cart-items/')).status).toBe(200);
      await expectOthersAnswered();
    });
    for (const { status } of await Promise.all(flood)) expect(status).toBe(200);
  });

  it('holds no transactions of users by logging in under idempotency keys', async () => {
    const { user } = await app.make.member(application);
    const other = await app.make.member(application);
    const client = new pg.Client({ connectionString: app.database.url });
    await client.connect();
    let flood: Promise<Answer>[] = [];
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM users WHERE uid = $1 FOR UPDATE', [user.uid]);
      flood = Array.from({ length: 8 }, (_, n) =>
        app.send('POST', 'token/', {
          headers: { apikey: application.apikey, 'idempotency-key': `login-${n}` },
          payload: { username: user.username, password: PASSWORD },
        }),
      );
      await until(async () => (await stuck()) > 0);
      const headers = { 'idempotency-key': 'of a user' };
      expect((await other.post('commerce/add-cart-item/', { product_id }, { headers })).status).toBe(200);
      expect(await stuck()).toBe(1);
    } finally {
      await client.end();
    }
    for (const { status } of await Promise.all(flood)) expect(status).toBe(200);
  });

  it.each([
    ['searches', 'bundles', 'commerce/product/list/?name=tea', 200],
    ['has explained', 'commission_runs', 'commissions/2020-01/explain/', 404],
  ])('%s one thing at a time, and others do meanwhile', async (_what, table, path, expected) => {
    const [eager, other] = [await app.make.member(application), await app.make.member(application)];
    const ask = (client: TestClient): Promise<Answer> => client.get(path);
    const client = new pg.Client({ connectionString: app.database.url });
    await client.connect();
    try {
      await client.query(`BEGIN; LOCK TABLE ${table}`);
      const asked = Array.from({ length: 6 }, () => ask(eager));
      await until(async () => (await stuck()) === 1);
      asked.push(ask(other));
      await until(async () => (await stuck()) === 2);
      await client.query('COMMIT');
      expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(7).fill(expected));
    } finally {
      await client.end();
    }
  });
});
