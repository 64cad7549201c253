import { beforeEach, describe, expect, it } from '@jest/globals';
import { Snapshot } from '#commissions/runs/reading/snapshot.js';
import { calculate, storedRun } from './support/calculated-run.js';
import { MemberImports } from './support/imports.js';
import { planOf } from '@commerce/commission-engine';
import { StoredPeriods } from './support/stored-period.js';
import { createTestDatabase } from './support/test-database.js';
import { useTestApp } from './support/use-test-app.js';

const SETTINGS = ['max_parallel_workers_per_gather', 'max_parallel_maintenance_workers'];
const WORKERS = `SELECT ${SETTINGS.map((name) => `current_setting('${name}')`).join(" || ' ' || ")} AS workers`;

/** Notes how many parallel workers a transaction may have when it makes a table or an index. */
const NOTES = `CREATE TABLE noted (workers text NOT NULL);
  CREATE FUNCTION note() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN INSERT INTO noted ${WORKERS}; END $$;
  CREATE EVENT TRIGGER note ON ddl_command_end WHEN TAG IN ('CREATE TABLE', 'CREATE INDEX') EXECUTE FUNCTION note()`;

const database = await createTestDatabase();
for (const name of SETTINGS) {
  await database.query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ${name} = 2', current_database()); END $$`);
}
for (const sql of NOTES.split(';\n')) await database.query(sql);
const app = await useTestApp({ database });

describe('one process of the database, where it would give more to a query,', () => {
  beforeEach(() => app.database.query('TRUNCATE noted'));

  const noted = (): Promise<{ workers: string }[]> => app.database.query('SELECT DISTINCT workers FROM noted');

  it('reads what a run calculates from', async () => {
    const { signal } = new AbortController();
    const read = await Snapshot.of(app.database.url, signal, (snapshot) => snapshot.rows(WORKERS));
    expect(read).toEqual([{ workers: '0 0' }]);
  });

  it('writes and indexes what a run has come to', async () => {
    const id = await new StoredPeriods(app.database).write({ plan: planOf({}), members: [{ uid: 1_000 }], rows: [] });
    await calculate(app, id);
    expect(await storedRun(app, id, [])).toMatchObject({ status: 'calculated' });
    expect(await noted()).toEqual([{ workers: '0 0' }]);
  });

  it('imports members', async () => {
    const imports = new MemberImports(app, await app.make.superAdmin());
    const told = await imports.import([{ username: 'somebody', kind: 'distributor', enrolled_at: '2020-01-01' }]);
    expect(told).toMatchObject({ status: 'done', refused: [] });
    expect(await noted()).toEqual([{ workers: '0 0' }]);
  });
});
