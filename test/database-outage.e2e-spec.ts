import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

describe('a database that cuts its connections', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  it('is answered for with 503 alone, and served from again once it is back', async () => {
    const member = await app.make.member();
    const product_id = await app.make.product();
    const statuses = new Map<number, number>();
    let busy = true;
    const client = async (n: number): Promise<void> => {
      for (let i = 0; busy; i += 1) {
        const headers: Record<string, string> = n % 2 === 0 ? {} : { 'idempotency-key': `${n}-${i}` };
        const answer =
          i % 2 === 0
            ? await member.post('commerce/add-cart-item/', { product_id }, { headers })
            : await member.get('commerce/cart-items/');
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      }
    };
    const clients = Array.from({ length: 12 }, (_, n) => client(n));
    for (let round = 0; round < 10; round += 1) {
      await app.database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name LIKE 'commerce%'`,
      );
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    busy = false;
    await Promise.all(clients);
    expect([...statuses.keys()].filter((status) => status !== 200).every((status) => status === 503)).toBe(true);
    await until(async () => (await app.send('GET', '/health/ready')).status === 200);
    expect((await member.get('commerce/cart-items/')).status).toBe(200);
  });
});
