import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventsByWeeks1790730000000 } from '#common/database/migrations/1790730000000-events-by-weeks.js';
import { IndexesOfLists1790992000000 } from '#common/database/migrations/1790992000000-indexes-of-lists.js';
import { TypesOfDeliveries1790994000000 } from '#common/database/migrations/1790994000000-types-of-deliveries.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { WebhookRows } from './support/webhook-rows.js';

const DAY = 24 * 60 * 60;
const TABLES = ['events', 'webhook_deliveries', 'webhook_attempts'];

/** All rows of a table, without the column that only the newer version has. */
const ROWS = (table: string): string => `SELECT (to_jsonb(t) - 'event_at')::text AS row FROM ${table} t ORDER BY 1`;

const INDEXES = `SELECT regexp_replace(indexdef, 'ON (ONLY )?public', 'ON') AS index FROM pg_indexes
  WHERE tablename = ANY ($1) AND schemaname = 'public' ORDER BY 1`;

describe('events and deliveries of an existing database', () => {
  let app: TestApp;
  let rows: WebhookRows;
  let shopId: string;

  beforeAll(async () => {
    app = await startTestApp();
    rows = new WebhookRows(app);
    shopId = (await app.make.application({ webhookUrl: 'https://shop.example.com' })).id;
    const runner = app.db.dataSource.createQueryRunner();
    for (const Later of [TypesOfDeliveries1790994000000, IndexesOfLists1790992000000]) await new Later().down(runner);
    await runner.release();
  });
  afterAll(() => app.stop());

  async function migrate(way: 'up' | 'down'): Promise<void> {
    const runner = app.db.dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await new EventsByWeeks1790730000000()[way](runner);
      await runner.commitTransaction();
    } finally {
      await runner.release();
    }
  }

  async function all(): Promise<unknown[]> {
    const found: unknown[] = [];
    for (const table of TABLES) found.push(await app.database.query(ROWS(table)));
    return found;
  }

  async function make(ago: number): Promise<{ event: string; delivery: string }> {
    const event = await rows.event({ ago });
    const delivery = await rows.delivery(shopId, event);
    await rows.attempts(delivery, [{ status_code: 500 }, { error: 'timed out' }]);
    return { event, delivery };
  }

  const indexes = (): Promise<unknown[]> => app.database.query(INDEXES, [TABLES]);

  it('stay as they are, know the time of their event, and go on where they were', async () => {
    const { delivery } = await make(40 * DAY);
    await make(3 * DAY);
    const exact = '2026-01-02T03:04:05.678901Z';
    const old = await make(0);
    await app.database.query('UPDATE events SET timestamp = $2 WHERE id = $1', [old.event, exact]);
    await app.database.query('UPDATE webhook_deliveries SET event_at = $2 WHERE id = $1', [old.delivery, exact]);
    const [before, indexesBefore] = [await all(), await indexes()];
    await migrate('down');
    expect(await all()).toEqual(before);
    await app.database.query(`UPDATE webhook_deliveries SET aggregate = 'unknown' WHERE id = $1`, [delivery]);
    // It was not deleted with its event.
    await app.database.query(
      `INSERT INTO webhook_deliveries (id, application_id, event_id) VALUES (gen_random_uuid(), $1, gen_random_uuid())`,
      [shopId],
    );
    await migrate('up');
    expect(await all()).toEqual(before);
    expect(await indexes()).toEqual(indexesBefore);
    const unlike = `SELECT d.id FROM webhook_deliveries d JOIN events e ON e.id = d.event_id WHERE d.event_at <> e.timestamp`;
    expect(await app.database.query(unlike)).toEqual([]);
    const last = `SELECT (SELECT max(sequence) FROM events) AS events, (SELECT max(sequence) FROM webhook_deliveries) AS deliveries`;
    const [{ events, deliveries }] = (await app.database.query(last)) as [{ events: number; deliveries: number }];
    await make(0);
    const [later] = (await app.database.query(last)) as [{ events: number; deliveries: number }];
    expect([later.events > events, later.deliveries > deliveries]).toEqual([true, true]);
  });

  it('can go back where two instances have recorded attempts with one number', async () => {
    const { delivery } = await make(0);
    await app.database.query(
      `INSERT INTO webhook_attempts (delivery_id, number, started_at, duration_ms) VALUES ($1, 2, now() + interval '1 second', 1)`,
      [delivery],
    );
    await migrate('down');
    const numbers = await app.database.query('SELECT number FROM webhook_attempts WHERE delivery_id = $1 ORDER BY 1', [
      delivery,
    ]);
    expect(numbers).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }]);
    await app.database.query('DELETE FROM webhook_deliveries WHERE id = $1', [delivery]);
    await migrate('up');
  });

  it('learn the type of their event, those of instances of the earlier version too', async () => {
    const earlier = await make(3 * DAY);
    const runner = app.db.dataSource.createQueryRunner();
    await new TypesOfDeliveries1790994000000().up(runner);
    await runner.release();
    const later = await make(0);
    const types = 'SELECT event_type FROM webhook_deliveries WHERE id = ANY ($1)';
    const found = await app.database.query(types, [[earlier.delivery, later.delivery]]);
    expect(found).toEqual([{ event_type: 'cart.updated' }, { event_type: 'cart.updated' }]);
  });
});
