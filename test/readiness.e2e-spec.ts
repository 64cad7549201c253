import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

describe('readiness', () => {
  let app: TestApp;
  let name: string;

  beforeAll(async () => {
    app = await startTestApp();
    name = new URL(app.database.url).pathname.slice(1);
  });
  afterAll(() => app.stop());

  const ready = () => app.send('GET', '/health/ready');

  /** Sets something for the service's connections, all of which are made anew. */
  async function set(setting: string): Promise<void> {
    await app.database.query(`ALTER DATABASE ${name} ${setting}`);
    await app.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND application_name LIKE 'commerce%'`,
      [name],
    );
  }

  it.each([
    // What a full disk says when a file grows; the limit is on files alone, so that reads go on.
    ['has no room for a file', 'temp_file_limit', '0'],
    ['is read-only', 'default_transaction_read_only', 'on'],
  ])('fails while the database %s, and is there again by itself', async (_what, setting, value) => {
    const member = await app.make.member();
    await until(async () => (await ready()).status === 200);
    await set(`SET ${setting} = ${value}`);
    await until(async () => (await member.get('commerce/cart-items/')).status === 200);
    await until(async () => (await ready()).status === 503);
    expect((await member.get('commerce/cart-items/')).status).toBe(200);
    const answer = await ready();
    expect(answer.body).toMatchObject({ status_code: 503, type: 'Service Unavailable' });
    expect(answer.headers['retry-after']).toBe('2');
    expect((await app.send('GET', '/health/live')).status).toBe(200);
    await set(`RESET ${setting}`);
    await until(async () => (await ready()).status === 200);
  });

  it('makes the database write once in some seconds, however often it is asked', async () => {
    await until(async () => (await ready()).status === 200);
    const version = async () => (await app.database.query<{ xmin: string }>('SELECT xmin FROM write_probe'))[0]!.xmin;
    const seen = new Set([await version()]);
    const begun = performance.now();
    for (let asked = 0; asked < 50; asked += 1) {
      await ready();
      seen.add(await version());
    }
    const most = 2 + Math.floor((performance.now() - begun) / 2_000);
    expect(seen.size).toBeLessThanOrEqual(most);
  });
});
