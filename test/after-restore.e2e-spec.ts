import { afterAll, describe, expect, it } from '@jest/globals';
import { assertNoInstance, readAfterRestore, runAfterRestore } from '../src/after-restore.js';
import { createLogger } from '#common/logging/logger.js';
import { MoneyHands } from './support/payouts.js';
import { startTestApp } from './support/start-test-app.js';
import { createTestDatabase } from './support/test-database.js';

/** Where sequences and versions of the cart stand. */
interface Marks {
  orders: number;
  users: number;
  numbers: number;
  version: number;
}

const database = await createTestDatabase();
let app = await startTestApp({ database });
const webhook = { webhookUrl: 'https://shop.example.com/hooks', webhookEvents: ['service.restored', 'session.ended'] };
const member = await app.make.member(await app.make.application(webhook));
const { id: product_id } = await app.make.catalogue.product();
await member.post('commerce/add-cart-item/', { product_id });
const money = await MoneyHands.of(app);
await money.earner(25.5);
const payout = await money.released();

describe('the program after-restore', () => {
  afterAll(async () => {
    await app.nest.close();
    await database.drop();
  });

  async function marks(): Promise<Marks> {
    const [row] = await database.query<Marks & object>(
      `SELECT (SELECT last_value FROM orders_id_seq)::float8 AS orders, (SELECT last_value FROM users_uid_seq)::float8 AS users,
         (SELECT last_value FROM order_numbers)::float8 AS numbers, (SELECT version FROM orders WHERE uid = $1) AS version`,
      [member.user.uid],
    );
    return row!;
  }

  it('refuses to run while an instance does', async () => {
    await expect(assertNoInstance(database.url)).rejects.toThrow(
      /^after-restore: stop all instances first; they have \d+ connections$/,
    );
  });

  it.each([['--ids', '0'], ['--ids', 'many'], ['--ids', '1000000000001'], ['--force']])(
    'refuses what is no number of ids (%s)',
    (...args) => {
      expect(() => readAfterRestore(['after-restore', ...args])).toThrow(
        /^after-restore takes --ids, a whole number from 1 to 1000000000000$/,
      );
    },
  );

  it('moves ids and versions of carts ahead, ends all sessions, tells applications, and lists payouts to compare', async () => {
    const before = await marks();
    await app.nest.close();
    const logger = createLogger('silent');
    const options = { config: app.config, databaseUrl: database.url, extensions: [], logger };
    const output = (await runAfterRestore(options, 5_000)).join('\n');
    expect(output).toContain(`  payout ${payout} of `);
    expect(output).toContain('is released, with 1 items that are not marked: 25.50 USD');
    const after = await marks();
    for (const name of ['users', 'numbers'] as const) expect(after[name]).toBe(before[name] + 5000);
    // One cart, and its line.
    expect(after.orders).toBe(before.orders + 5001);
    expect(await database.query('SELECT id::int, order_id::int FROM order_lines')).toEqual([
      { id: 5002, order_id: after.orders },
    ]);
    expect(await database.query('SELECT id::int FROM orders WHERE uid = $1', [member.user.uid])).toEqual([
      { id: after.orders },
    ]);
    expect(after.version).toBe(before.version + 1_000_000);
    expect(await database.query('SELECT FROM sessions WHERE ended_at IS NULL')).toEqual([]);
    const told = await database.query(
      `SELECT e.type, e.data->>'reason' AS reason, d.status FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
        ORDER BY e.type DESC`,
    );
    expect(told).toEqual([
      { type: 'session.ended', reason: 'database_restored', status: 'pending' },
      { type: 'service.restored', reason: null, status: 'pending' },
    ]);
    expect(
      await database.query(`SELECT actor_username, request_id FROM audit_entries WHERE action = 'database.restored'`),
    ).toEqual([{ actor_username: 'operator', request_id: 'after-restore' }]);

    app = await startTestApp({ database });
    expect((await app.send('GET', 'commerce/cart-items/', { headers: member.headers })).status).toBe(401);
    const newcomer = await app.make.user({ username: 'newcomer' });
    expect(newcomer.uid).toBeGreaterThan(before.users + 5000);
  });
});
