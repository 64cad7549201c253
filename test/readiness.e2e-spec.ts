import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { fakeOnly } from './support/clock.js';
import { startTestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

/** Milliseconds after which the database is written again. */
const PROBE_MS = 2_001;

const app = await startTestApp();
const name = new URL(app.database.url).pathname.slice(1);
fakeOnly(['performance']);

describe('readiness', () => {
  afterAll(async () => {
    jest.useRealTimers();
    await app.stop();
  });

  const ready = () => app.send('GET', '/health/ready');

  /** Whether it is, soon after another moment. */
  const becomes = (status: number) =>
    until(async () => {
      jest.advanceTimersByTime(PROBE_MS);
      return (await ready()).status === status;
    });

  /** Sets something for the service's connections, all of which are then replaced. */
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
    await becomes(200);
    await set(`SET ${setting} = ${value}`);
    await until(async () => (await member.get('commerce/cart-items/')).status === 200);
    await becomes(503);
    expect((await member.get('commerce/cart-items/')).status).toBe(200);
    const answer = await ready();
    expect(answer.body).toMatchObject({ status_code: 503, type: 'Service Unavailable' });
    expect(answer.headers['retry-after']).toBe('2');
    expect((await app.send('GET', '/health/live')).status).toBe(200);
    await set(`RESET ${setting}`);
    await becomes(200);
  });

  it('makes the database write once in some seconds, however often it is asked', async () => {
    await becomes(200);
    const version = async () => (await app.database.query<{ xmin: string }>('SELECT xmin FROM write_probe'))[0]!.xmin;
    const first = await version();
    for (let asked = 0; asked < 10; asked += 1) await ready();
    expect(await version()).toBe(first);
    jest.advanceTimersByTime(PROBE_MS);
    await ready();
    expect(await version()).not.toBe(first);
  });
});
