import { describe, expect, it } from '@jest/globals';
import { until } from './support/until.js';
import { useTestApp } from './support/use-test-app.js';

/** Enough that every client has met the cut. */
const ANSWERS_BETWEEN_CUTS = 16;

const app = await useTestApp();

describe('a database that cuts its connections', () => {
  it('is answered for with 503 alone, and served from again once it is back', async () => {
    const member = await app.make.member();
    const { id: product_id } = await app.make.catalogue.product();
    const statuses = new Map<number, number>();
    const total = () => [...statuses.values()].reduce((sum, count) => sum + count, 0);
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
    const clients = Array.from({ length: 8 }, (_, n) => client(n));
    let cut = 0;
    for (let round = 0; round < 4; round += 1) {
      const rows = await app.database.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name LIKE 'commerce%'`,
      );
      cut += rows.length;
      const answered = total();
      await until(() => total() >= answered + ANSWERS_BETWEEN_CUTS);
    }
    busy = false;
    await Promise.all(clients);
    expect(cut).toBeGreaterThan(4);
    expect(statuses.get(200)).toBeGreaterThan(0);
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    await until(async () => (await app.send('GET', '/health/ready')).status === 200);
    expect((await member.get('commerce/cart-items/')).status).toBe(200);
  });
});
