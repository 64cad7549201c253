import { afterAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Statement } from '#common/database/index.js';
import { FIND_DUE_APPLICATIONS, MARK_DUE, LIST_NEXT } from '#platform/webhooks/delivery/webhook-worker.queries.js';
import { CANCEL_UNDELIVERABLE, FIND_UNDELIVERABLE_APPLICATIONS } from '#platform/webhooks/outbox/webhook-outbox.js';
import { startTestApp } from './support/start-test-app.js';
import { until } from './support/until.js';
import { queueMany } from './support/webhook-queue-rows.js';
import { DELIVERING } from './support/webhook-shop.js';

const QUEUED = 100_000;

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

const app = await startTestApp({ config: { webhookConcurrency: 0 } });
const client = new pg.Client({ connectionString: app.database.url, options: '-c jit=off' });
await client.connect();
const fields = { webhookUrl: 'http://127.0.0.1:9/hooks', webhookEvents: ['cart.updated'] };
const shop = await app.make.application(fields);
const shopId = shop.id;
for (let i = 0; i < 5; i += 1) await queueMany(app, (await app.make.application(fields)).id, { count: 10 });
await app.database.query('ANALYZE');
await queueMany(app, shopId, { count: QUEUED });
await queueMany(app, shopId, { count: 10_000, things: 5_000, first: 1_000_000, wait: 3_600 });
await queueMany(app, shopId, { count: 2_000, things: 1_000, first: 2_000_000 });
await queueMany(app, shopId, { count: 2_000, things: 1_000, first: 3_000_000, inBulk: true });

describe('what a look at long queues costs', () => {
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
      // Where the partition of this week ends: on a Sunday evening too, the one made ahead is left out.
      const begun = `date_trunc('week', now(), 'UTC') + interval '7 days'`;
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
    return { rows: Math.max(...costs.map(({ rows }) => rows)), blocks: Math.max(...costs.map(({ blocks }) => blocks)) };
  }

  function expectSmall({ rows, blocks }: { rows: number; blocks: number }): void {
    expect(rows).toBeLessThan(500);
    // The first look after 50,000 were sent steps over their traces: 2,988 blocks on a quiet machine, 3,366 on a busy one.
    expect(blocks).toBeLessThan(6_000);
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

  it('does not matter to their end with the webhook, however many were still to come', async () => {
    const delivering = await startTestApp({ config: DELIVERING, sharing: app });
    const admin = await app.make.superAdmin();
    await admin.patch(`/admin/api/applications/${shopId}/`, { webhook: null });
    const pending = `SELECT 1 FROM webhook_deliveries WHERE application_id = $1 AND status = 'pending' LIMIT 1`;
    await until(async () => (await app.database.query(pending, [shopId])).length === 0);
    await delivering.stop();
  });
});
