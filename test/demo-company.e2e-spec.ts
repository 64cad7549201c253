import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { Calculation } from '#commissions/runs/calculation/calculation.service.js';
import { BestEffortListener } from '#common/events/index.js';
import { DEMO_PASSWORD } from '#operations/first-start/demo-accounts.js';
import { prepareFirstStart } from '#operations/first-start/index.js';
import { AppError, Hook, type Extension } from '../src/index.js';
import { CONTEXT } from './support/corrections.js';
import { MemberImports } from './support/imports.js';
import { monthBefore } from './support/runs.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';

/** An extension that would send something to everybody who buys or comes. */
const told: string[] = [];

@Injectable()
class Postman {
  @BestEffortListener('*')
  async send({ type }: { type: string }): Promise<void> {
    await Promise.resolve(told.push(type));
  }
}

@Module({ providers: [Postman] })
class PostmanModule {}

@Injectable()
class ClosedShop {
  @Hook('order.place')
  async refuse(): Promise<void> {
    await Promise.reject(new AppError('CONFLICT', 'the shop is closed'));
  }
}

@Module({ providers: [ClosedShop] })
class ClosedShopModule {}

describe('the company of the demo', () => {
  let app: TestApp;
  let toldAtStart: string[];

  beforeAll(async () => {
    app = await start({ module: PostmanModule });
    toldAtStart = [...told];
  });
  afterAll(() => app.stop());

  async function start(extension?: Extension): Promise<TestApp> {
    const started = await startTestApp({
      config: { demo: true },
      extensions: extension === undefined ? [] : [extension],
    });
    await prepareFirstStart(started.nest);
    return started;
  }

  const rows = <Row extends object>(sql: string): Promise<Row[]> => app.database.query<Row>(sql);

  async function clientOf(username: string) {
    const [, apikey] = /name="apikey"[^>]* value="([^"]+)"/.exec((await app.send('GET', '/docs')).text)!;
    const payload = { username, password: DEMO_PASSWORD };
    const { body } = await app.send('POST', '/api/v1/token/', { headers: { apikey: apikey! }, payload });
    const headers = { apikey: apikey!, authorization: `Bearer ${body.data.access_token}` };
    return {
      get: (path: string) => app.send('GET', `/api/v1/${path}`, { headers }),
      post: (path: string, payload: object) => app.send('POST', `/api/v1/${path}`, { headers, payload }),
    };
  }

  it('has some 40 people of all kinds, one suspended, one terminated, and two who wait to be placed', async () => {
    const kinds = await rows(
      `SELECT kind, count(*)::int FROM network_states WHERE to_at IS NULL GROUP BY 1 ORDER BY 1`,
    );
    expect(kinds).toEqual([
      { kind: 'customer', count: 6 },
      { kind: 'distributor', count: 35 },
      { kind: 'preferred', count: 3 },
    ]);
    const standing = await rows(
      `SELECT username, s.status FROM network_states s JOIN users USING (uid) WHERE to_at IS NULL AND s.status <> 'active' ORDER BY 1`,
    );
    expect(standing).toEqual([
      { username: 'georg', status: 'terminated' },
      { username: 'ivan', status: 'suspended' },
    ]);
    const waiting = await rows(
      `SELECT username FROM network_states s JOIN users USING (uid) WHERE to_at IS NULL AND kind = 'distributor'
          AND NOT EXISTS (SELECT FROM network_edges e WHERE e.uid = s.uid AND tree = 'placement' AND to_at IS NULL) ORDER BY 1`,
    );
    expect(waiting).toEqual([{ username: 'marco' }, { username: 'nadia' }]);
    expect(
      (await rows(`SELECT DISTINCT country_code FROM users WHERE country_code IS NOT NULL`)).length,
    ).toBeGreaterThan(15);
  });

  it('has paid orders in each of four months, and rows of the ledger in the partition of their month', async () => {
    const months = await rows<{ month: number; orders: number }>(
      `SELECT extract(month FROM age(date_trunc('month', now() AT TIME ZONE 'UTC'), date_trunc('month', paid_at AT TIME ZONE 'UTC')))::int AS month,
              count(*)::int AS orders FROM orders WHERE paid_at IS NOT NULL GROUP BY 1 ORDER BY 1`,
    );
    expect(months.map(({ month }) => month)).toEqual([0, 1, 2, 3]);
    for (const { orders } of months) expect(orders).toBeGreaterThan(15);
    const misplaced = await rows(
      `SELECT FROM volume_rows v WHERE v.tableoid::regclass::text <> 'volume_rows_' || to_char(v.at AT TIME ZONE 'UTC', 'YYYY_MM')`,
    );
    expect(misplaced).toEqual([]);
    const bySale = `SELECT FROM orders o JOIN volume_rows v ON v.order_id = o.id AND v.kind = 'sale' WHERE v.at <> o.paid_at`;
    expect(await rows(bySale)).toEqual([]);
  });

  it('has orders of every status, whose history agrees with their instants, and nothing in the future', async () => {
    const statuses = await rows<{ status: string }>(`SELECT DISTINCT status FROM orders ORDER BY 1`);
    expect(statuses.map(({ status }) => status)).toEqual(['cancelled', 'completed', 'paid', 'placed', 'returned']);
    const odd = await rows(
      `SELECT o.id FROM orders o JOIN order_moves m ON m.order_id = o.id
        WHERE m.at <> CASE WHEN m.returned_items IS NOT NULL THEN m.at ELSE
          CASE m.to_status WHEN 'placed' THEN placed_at WHEN 'paid' THEN paid_at WHEN 'completed' THEN completed_at WHEN 'cancelled' THEN cancelled_at END END
           OR m.at > now()`,
    );
    expect(odd).toEqual([]);
    const early = await rows(
      `SELECT o.id FROM orders o JOIN network_members m USING (uid) WHERE o.placed_at < m.enrolled_at`,
    );
    expect(early).toEqual([]);
    const joined = await rows(
      `SELECT FROM users u JOIN network_members m USING (uid) WHERE u.created_at <> m.enrolled_at`,
    );
    expect(joined).toEqual([]);
  });

  it('has a ledger whose sums are those of the orders', async () => {
    const ofOrders = `SELECT sum((l.quantity - l.returned) * l.points) AS points, sum((l.quantity - l.returned) * l.unit_price) AS price
      FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.status IN ('paid', 'completed', 'returned')`;
    const ofLedger = `SELECT sum(points) AS points, sum(price) AS price FROM volume_rows WHERE order_id IS NOT NULL`;
    const [[orders], [ledger]] = [await rows<{ points: string }>(ofOrders), await rows<{ points: string }>(ofLedger)];
    expect(ledger).toEqual(orders);
    expect(Number(orders!.points)).toBeGreaterThan(40_000);
    const others = await rows(
      `SELECT kind, count(*)::int FROM volume_rows WHERE order_id IS NULL AND kind = 'adjustment' GROUP BY 1`,
    );
    expect(others).toEqual([{ kind: 'adjustment', count: 1 }]);
  });

  it('has one move in each tree', async () => {
    const moves = await rows(
      `SELECT e.tree, u.username, p.username AS parent, e.reason FROM network_edges e
         JOIN users u ON u.uid = e.uid JOIN users p ON p.uid = e.parent_uid
        WHERE e.to_at IS NULL AND EXISTS (SELECT FROM network_edges f WHERE f.uid = e.uid AND f.tree = e.tree AND f.to_at = e.from_at)
        ORDER BY 1`,
    );
    expect(moves).toEqual([
      { tree: 'placement', username: 'yuki', parent: 'kenji', reason: 'placed in the wrong leg' },
      { tree: 'sponsor', username: 'grace', parent: 'marta', reason: 'wrong sponsor at sign-up' },
    ]);
  });

  it('gives figures to who logs in: to the founder of everybody, in which legs differ much', async () => {
    const founder = await clientOf('helena');
    const { data } = (await founder.get('network/member/')).body;
    expect(data.group_volume).toBeGreaterThan(20_000);
    const frontline = (await founder.get('network/downline/?levels=1&sort=-group_volume')).body.data.results;
    const groups = frontline.map(({ group_volume }: { group_volume: number }) => group_volume);
    expect(groups[0]).toBeGreaterThan(8_000);
    expect(groups.at(-1)).toBeLessThan(1_000);
    const all = (await founder.get('network/downline/?limit=1')).body.data;
    expect(all.count).toBe(43);
    const tree = (await founder.get('network/tree/?tree=placement&depth=3')).body.data;
    expect(JSON.stringify(tree)).toContain('"lucia"');
    const tank = (await (await clientOf('alice')).get('network/holding-tank/')).body.data;
    expect(tank.results.map(({ username }: { username: string }) => username)).toEqual(['marco']);
  });

  it('has posted its first two months, paid out once, and left the last month that is over to be closed', async () => {
    const runs = await rows<{ status: string; kind: string }>('SELECT status, kind FROM commission_runs ORDER BY id');
    expect(runs).toEqual([
      { status: 'posted', kind: 'final' },
      { status: 'posted', kind: 'final' },
    ]);
    const [{ earners, months }] = (await rows(
      `SELECT count(DISTINCT uid)::int AS earners, count(DISTINCT period)::int AS months FROM earnings WHERE kind = 'commission'`,
    )) as [{ earners: number; months: number }];
    expect(months).toBe(2);
    expect(earners).toBeGreaterThan(10);
    const items = await rows<{ status: string; username: string }>(
      'SELECT i.status, u.username FROM payout_items i JOIN users u USING (uid)',
    );
    expect(items.filter(({ status }) => status === 'failed')).toEqual([{ status: 'failed', username: 'carol' }]);
    expect(items.filter(({ status }) => status === 'paid').length).toBeGreaterThan(5);
    const held = await rows('SELECT username, reason FROM payout_holds h JOIN users USING (uid) WHERE h.to_at IS NULL');
    expect(held).toEqual([{ username: 'bob', reason: 'tax' }]);
    expect(items.map(({ username }) => username)).not.toContain('bob');
    const statements = (await (await clientOf('helena')).get('commissions/')).body.data.results;
    expect(statements).toHaveLength(2);
  });

  it('lets its super admin approve the run of that month, which a colleague starts', async () => {
    const { uid } = (await rows<{ uid: number }>(`SELECT uid FROM users WHERE username = 'admin'`))[0]!;
    const admin = await app.make.superAdmin({ uid, username: 'admin', email: '' });
    const colleague = await app.make.superAdmin();
    const [{ id: importId }] = (await rows<{ id: string }>('SELECT id FROM imports')) as [{ id: string }];
    expect(await new MemberImports(app, admin).work(importId)).toMatchObject({ status: 'done', accepted: 4 });
    const started = await colleague.post('/admin/api/commission-runs/', { period: monthBefore(1), kind: 'final' });
    const { id } = started.body.data;
    await app.nest.get(Calculation, { strict: false }).calculate({ runId: id }, CONTEXT);
    const [asked, decided] = [
      await colleague.post(`/admin/api/commission-runs/${id}/approve/`),
      await admin.post(`/admin/api/commission-runs/${id}/approve/`),
    ];
    expect(asked.body.data.approval).toMatchObject({ status: 'waiting', waits_for: [{ username: 'admin' }] });
    expect([decided.status, decided.body.data.status]).toEqual([200, 'approved']);
  });

  it('leaves the clock as it was: what is ordered now was ordered now', async () => {
    expect(await rows(`SELECT FROM pg_namespace WHERE nspname = 'demo_clock'`)).toEqual([]);
    const before = Date.now() - 1_000;
    const alice = await clientOf('alice');
    // Each of the pool's connections, and the one that told the story among them, is asked.
    const added = await Promise.all(
      Array.from({ length: 20 }, () => alice.post('commerce/add-cart-item/', { product_id: 9, quantity: 1 })),
    );
    expect(added.map(({ status }) => status)).toEqual(added.map(() => 200));
    const { order_id } = (await alice.post('commerce/create-order/', {})).body.data;
    const { placed_at } = (await alice.get(`commerce/orders/${order_id}/`)).body.data;
    expect(Date.parse(placed_at)).toBeGreaterThan(before);
    const stale = await rows(
      `SELECT FROM events WHERE timestamp < to_timestamp(${before / 1000}) AND sequence > (SELECT max(sequence) - 21 FROM events)`,
    );
    expect(stale).toEqual([]);
    expect(told).toContain('order.placed');
  });

  it('tells no listener and no webhook of its past, and is not made again', async () => {
    expect(toldAtStart).toEqual([]);
    expect(await rows('SELECT FROM webhook_deliveries')).toEqual([]);
    const [before] = await rows<{ n: number }>('SELECT count(*)::int AS n FROM events');
    await prepareFirstStart(app.nest);
    expect(await rows('SELECT count(*)::int AS n FROM events')).toEqual([before]);
  });

  it('gives way to an extension that refuses its orders: the rest of the demo is there', async () => {
    const other = await start({ module: ClosedShopModule });
    try {
      expect(await other.database.query('SELECT FROM orders')).toEqual([]);
      expect(await other.database.query('SELECT FROM bundles')).toHaveLength(14);
      expect(await other.database.query('SELECT FROM network_members')).toHaveLength(4);
    } finally {
      await other.stop();
    }
  });
});
