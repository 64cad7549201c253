import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Statement } from '../src/common/database/index.js';
import {
  FIND_DUE_APPLICATIONS,
  MARK_DUE,
  LIST_NEXT,
} from '../src/modules/platform/webhooks/delivery/webhook-worker.queries.js';
import {
  CANCEL_UNDELIVERABLE,
  FIND_UNDELIVERABLE_APPLICATIONS,
} from '../src/modules/platform/webhooks/outbox/webhook-outbox.queries.js';
import type { TestClient } from './support/factories.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';
import { queueMany } from './support/webhook-queue-rows.js';
import { WebhookReceiver, type Received } from './support/webhook-receiver.js';
import { DELIVERING, WebhookShop } from './support/webhook-shop.js';

const QUEUED = 100_000;

/** A few dozen: what may be sent of one thing before it is the turn of another. */
const FEW = 36;

/** Milliseconds for writing 100,000 events and their deliveries on a busy machine. */
const FILL_MS = 120_000;

const PATIENCE_MS = 60_000;

describe('the turns of the things that an application hears of', () => {
  let app: TestApp;
  let receiver: WebhookReceiver;
  let admin: TestClient;

  beforeAll(async () => {
    app = await startTestApp({ config: DELIVERING });
    receiver = await WebhookReceiver.start();
    admin = await app.make.superAdmin();
  });
  afterEach(() => receiver.answerWith(204));
  afterAll(async () => {
    await receiver.stop();
    await app.stop();
  });

  const setStatus = (shop: WebhookShop, status: string) =>
    admin.patch(`/admin/api/applications/${shop.id}/`, { status });

  /** Waits for an event of a type, and gives what came before it. */
  async function before(shop: WebhookShop, type: string): Promise<Received[]> {
    const place = () => shop.received.findIndex(({ body }) => body.type === type);
    await until(() => place() >= 0, PATIENCE_MS);
    return shop.received.slice(0, place());
  }

  const versions = (received: Received[]): unknown[] =>
    received.filter(({ body }) => body.data.cart_id === 9_000_000).map(({ body }) => body.data.version);

  it(
    'come soon although one of them has 100,000 events queued, which stay in their order',
    async () => {
      const shop = await WebhookShop.open(app, receiver, ['order.placed'], { status: 'inactive' });
      await queueMany(app, shop.id, { count: QUEUED });
      const stranger = await app.make.member();
      await shop.sell(stranger);
      expect((await stranger.post('commerce/create-order/')).status).toBe(200);
      await setStatus(shop, 'active');
      expect((await before(shop, 'order.placed')).length).toBeLessThan(FEW);
      await shop.hears(200);
      const heard = versions(shop.received);
      expect(heard).toEqual(heard.map((_, index) => index + 1));
      await setStatus(shop, 'inactive');
    },
    FILL_MS,
  );

  it('come soon although very many others wait for another attempt at the same time', async () => {
    const shop = await WebhookShop.open(app, receiver, ['order.placed'], { status: 'inactive' });
    await queueMany(app, shop.id, { count: 3_000, wait: -1 });
    await app.database.query('UPDATE webhook_deliveries SET is_due = FALSE WHERE application_id = $1', [shop.id]);
    const stranger = await app.make.member();
    await shop.sell(stranger);
    await stranger.post('commerce/create-order/');
    await setStatus(shop, 'active');
    expect((await before(shop, 'order.placed')).length).toBeLessThan(FEW);
    await setStatus(shop, 'inactive');
  });

  it('come before those of a replay that is under way', async () => {
    const shop = await WebhookShop.open(app, receiver, ['order.placed', 'cart.updated'], { status: 'inactive' });
    const since = new Date().toISOString();
    await queueMany(app, shop.id, { count: 2_000, things: 2_000 });
    await app.database.query(`UPDATE webhook_deliveries SET status = 'failed' WHERE application_id = $1`, [shop.id]);
    const replayed = await admin.post(`/admin/api/applications/${shop.id}/deliveries/redeliver/`, { since });
    expect(replayed.body.data.queued).toBe(2_000);
    const stranger = await app.make.member();
    await shop.sell(stranger);
    await stranger.post('commerce/create-order/');
    await setStatus(shop, 'active');
    expect((await before(shop, 'order.placed')).length).toBeLessThan(FEW);
    await setStatus(shop, 'inactive');
  });

  it('keep the order of one thing whose older events come in bulk', async () => {
    const shop = await WebhookShop.open(app, receiver, ['order.placed'], { status: 'inactive' });
    await queueMany(app, shop.id, { count: 30, inBulk: true });
    await queueMany(app, shop.id, { count: 1 });
    await setStatus(shop, 'active');
    await shop.hears(31);
    expect(versions(shop.received)).toEqual([...Array.from({ length: 30 }, (_, index) => index + 1), 1]);
  });

  it('end with the webhook, however many were still to come', async () => {
    const shop = await WebhookShop.open(app, receiver, ['order.placed'], { status: 'inactive' });
    await queueMany(app, shop.id, { count: 25_000 });
    await admin.patch(`/admin/api/applications/${shop.id}/`, { webhook: null });
    const pending = `SELECT 1 FROM webhook_deliveries WHERE application_id = $1 AND status = 'pending' LIMIT 1`;
    await until(async () => (await app.database.query(pending, [shop.id])).length === 0, PATIENCE_MS);
    expect(shop.received).toEqual([]);
  });

  it('come to all of very many things', async () => {
    const shop = await WebhookShop.open(app, receiver, ['order.placed'], { status: 'inactive' });
    await queueMany(app, shop.id, { count: 500, things: 250 });
    await queueMany(app, shop.id, { count: 100, things: 50, first: 8_000_000, inBulk: true });
    await setStatus(shop, 'active');
    await shop.settles('delivered');
    const carts = Map.groupBy(shop.received, ({ body }) => body.data.cart_id);
    expect(carts.size).toBe(300);
    for (const events of carts.values()) {
      const [first, second, ...more] = events.map(({ body }) => Number(body.data.version));
      expect([more, first! < second!]).toEqual([[], true]);
    }
  });
});

/** A node of a plan, as EXPLAIN gives it. */
interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

/** Rows that all scans of tables have read, those that they left out too. */
function rowsRead(node: PlanNode): number {
  const own =
    node['Relation Name'] === undefined || node['Node Type'] === 'ModifyTable'
      ? 0
      : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, child) => sum + rowsRead(child), own);
}

describe('what a look at long queues costs', () => {
  let app: TestApp;
  let client: pg.Client;
  let shopId: string;

  beforeAll(async () => {
    app = await startTestApp({ config: { webhookConcurrency: 0 } });
    client = new pg.Client({ connectionString: app.database.url, options: '-c jit=off' });
    await client.connect();
    const fields = { webhookUrl: 'http://127.0.0.1:9/hooks', webhookEvents: ['cart.updated'] };
    const shop = await app.make.application(fields);
    shopId = shop.id;
    for (let i = 0; i < 5; i += 1) await queueMany(app, (await app.make.application(fields)).id, { count: 10 });
    await app.database.query('ANALYZE');
    await queueMany(app, shopId, { count: QUEUED });
    await queueMany(app, shopId, { count: 10_000, things: 5_000, first: 1_000_000, wait: 3_600 });
    await queueMany(app, shopId, { count: 2_000, things: 1_000, first: 2_000_000 });
    await queueMany(app, shopId, { count: 2_000, things: 1_000, first: 3_000_000, inBulk: true });
  }, FILL_MS);
  afterAll(async () => {
    await client.end();
    await app.stop();
  });

  /** What a statement reads, with a plan for its values and with one for any. */
  async function cost({ text }: Statement, values: string[]): Promise<{ rows: number; blocks: number }[]> {
    const costs: { rows: number; blocks: number }[] = [];
    await client.query(`PREPARE look AS ${text}`);
    const given = values.length === 0 ? '' : `(${values.join(', ')})`;
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`SET plan_cache_mode = ${mode}`);
      await client.query('BEGIN');
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE look${given}`,
      );
      await client.query('ROLLBACK');
      const { Plan } = rows[0]!['QUERY PLAN'][0];
      costs.push({ rows: rowsRead(Plan), blocks: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'] });
    }
    await client.query('DEALLOCATE look');
    return costs;
  }

  /** What the looks of a drain and of the sweep cost at most. */
  async function costOfLooks(): Promise<{ rows: number; blocks: number }> {
    const next = (inBulk: boolean, things: number, last = '') => {
      const begun = `now() + interval '1 day'`;
      const values = [
        `'${shopId}'`,
        `${inBulk}`,
        `'${last}'`,
        `${things}`,
        `'{order:1,order:2}'`,
        '100',
        'false',
        begun,
      ];
      return cost(LIST_NEXT, values);
    };
    const costs = [
      ...(await next(false, 80)),
      ...(await next(false, 80, 'order:3')),
      ...(await next(true, 20)),
      ...(await cost(MARK_DUE, [`'${shopId}'`, '5000'])),
      ...(await cost(FIND_DUE_APPLICATIONS, [])),
      ...(await cost(CANCEL_UNDELIVERABLE, [`'${shopId}'`, '20000'])),
      ...(await cost(FIND_UNDELIVERABLE_APPLICATIONS, [])),
    ];
    return {
      rows: Math.max(...costs.map(({ rows }) => rows)),
      blocks: Math.max(...costs.map(({ blocks }) => blocks)),
    };
  }

  function expectSmall({ rows, blocks }: { rows: number; blocks: number }): void {
    expect(rows).toBeLessThan(500);
    expect(blocks).toBeLessThan(3_000);
  }

  it('is small while the statistics know nothing of what was just queued', async () => {
    expectSmall(await costOfLooks());
  });

  it('is small once they know', async () => {
    await app.database.query('ANALYZE');
    expectSmall(await costOfLooks());
  });

  it('is small while traces of what was sent are still in the tables', async () => {
    await app.database.query(
      `UPDATE webhook_deliveries SET status = 'delivered', finished_at = now()
        WHERE id IN (SELECT id FROM webhook_deliveries
                      WHERE application_id = $1 AND aggregate = 'order:9000000' ORDER BY sequence LIMIT 50000)`,
      [shopId],
    );
    expectSmall(await costOfLooks());
  });
});
