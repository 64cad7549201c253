import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Snapshot } from '#commissions/runs/reading/snapshot.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';
import { until } from './support/until.js';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Connections that read for runs, and are in the middle of a statement. */
async function reading(): Promise<number> {
  const rows = await database.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'commerce-run' AND state = 'active'
       AND query LIKE '%pg_sleep%'`,
  );
  return rows.length;
}

describe('a snapshot', () => {
  it.each<[string, (snapshot: Snapshot) => Promise<unknown>]>([
    ['rows', (snapshot) => snapshot.rows('SELECT pg_sleep(60)')],
    ['a COPY', (snapshot) => snapshot.copy('SELECT 1 FROM pg_sleep(60)', ['integer'], () => undefined)],
  ])('ends at once when it is cancelled in the middle of %s, also in the database', async (_, read) => {
    const cancelling = new AbortController();
    const ended = Snapshot.of(database.url, cancelling.signal, read).then(
      () => 'read',
      (error: unknown) => error,
    );
    await until(async () => (await reading()) === 1);
    cancelling.abort(new Error('cancelled'));
    expect(await ended).toEqual(new Error('cancelled'));
    await until(async () => (await reading()) === 0);
  });

  it('tells what went wrong when nobody cancels it', async () => {
    const { signal } = new AbortController();
    await expect(Snapshot.of(database.url, signal, (snapshot) => snapshot.rows('SELECT 1 / 0'))).rejects.toThrow(
      'division by zero',
    );
  });
});
