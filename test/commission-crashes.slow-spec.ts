import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { monthBefore, RunHands } from './support/runs.js';
import { ServiceProcess } from './support/service-process.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

/** Milliseconds in which a process that is gone is missed, and its run begun anew and done. */
const PATIENCE_MS = 90_000;

const MEMBERS = 30_000;

/** Statements by which a run is known to read, and to write. */
const WORK = { reading: 'COPY (SELECT t.id%', writing: 'COPY commission_lines_%' };

let app: TestApp;
let hands: RunHands;
let service: ServiceProcess;

beforeAll(async () => {
  app = await startTestApp({ config: { jobConcurrency: 0 } });
  hands = await RunHands.of(app);
  await fill();
  service = await ServiceProcess.start({ DATABASE_URL: app.database.url });
}, PATIENCE_MS);
afterAll(async () => {
  await service.end('SIGKILL');
  await app.stop();
});

/** A network in which each has ten below, and everybody has bought. */
async function fill(): Promise<void> {
  const first = 1_000;
  const last = first + MEMBERS - 1;
  const people = `generate_series(${first}, ${last}) n`;
  for (const sql of [
    `INSERT INTO users (uid, username, email, password_hash) SELECT n, 'user-' || n, n || '@example.com', '' FROM ${people}`,
    `INSERT INTO network_members (uid, enrolled_at) SELECT n, now() - interval '1 year' FROM ${people}`,
    `INSERT INTO network_states (uid, kind, status, from_at)
     SELECT n, 'distributor', 'active', now() - interval '1 year' FROM ${people}`,
    `INSERT INTO network_edges (tree, uid, parent_uid, from_at)
     SELECT 'sponsor', n, CASE WHEN n > ${first} THEN ${first} + (n - ${first} - 1) / 10 END, now() - interval '1 year' FROM ${people}`,
    `INSERT INTO volume_rows (at, uid, kind, business_volume, points, cumulative_volume)
     SELECT date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', n, 'import', n % 97, 1, 1 FROM ${people}, generate_series(1, 5)`,
  ])
    await app.database.query(sql);
}

/** The process that does the job of a run, killed as soon as it is seen at work. */
async function killWhile(work: keyof typeof WORK): Promise<void> {
  await until(async () => {
    const seen = await app.database.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE $1`,
      [WORK[work]],
    );
    return seen.length > 0;
  }, PATIENCE_MS);
  const [pid] = jobProcesses();
  if (pid === undefined) throw new Error('no process does the job');
  process.kill(pid, 'SIGKILL');
}

/** Those that do jobs on this database. */
function jobProcesses(): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  return pids.filter((pid) => {
    const environment = environmentOf(pid);
    return environment.includes('COMMERCE_JOB=') && environment.includes(app.database.url);
  });
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1');
  } catch {
    // It has ended, or is somebody else's.
    return '';
  }
}

/** Lets hang whoever reads the ledger of the open period, while something is done. */
async function whileOpenPeriodHangs<Result>(act: () => Promise<Result>): Promise<Result> {
  const [row] = await app.database.query<{ partition: string }>(
    'SELECT tableoid::regclass::text AS partition FROM volume_rows LIMIT 1',
  );
  const client = new pg.Client({ connectionString: app.database.url });
  await client.connect();
  try {
    await client.query('BEGIN');
    await client.query(`LOCK TABLE ${row!.partition}`);
    return await act();
  } finally {
    await client.end();
  }
}

const isCalculated = async (id: number): Promise<boolean> => (await hands.read(id)).status === 'calculated';

describe('the process of a run that is killed', () => {
  it.each(['reading', 'writing'] as const)(
    'while it is %s leaves nothing by halves, and the run is taken up and comes to the same',
    async (work) => {
      const planId = await hands.draft({ rate: work === 'reading' ? 1 : 2 });
      const start = async (): Promise<number> => {
        const { body } = await hands.start({ period: monthBefore(0), kind: 'preview', plan_id: planId });
        return body.data.id as number;
      };
      const id = await start();
      await killWhile(work);
      await until(() => isCalculated(id), PATIENCE_MS);
      const other = await start();
      await until(() => isCalculated(other), PATIENCE_MS);
      const [one, same] = [await hands.read(id), await hands.read(other)];
      expect(one.summary.lines).toBeGreaterThan(MEMBERS);
      expect([one.input_hash, one.result_hash]).toEqual([same.input_hash, same.result_hash]);
      const [counted] = await app.database.query<{ count: number }>(
        'SELECT count(*)::integer AS count FROM commission_lines WHERE run_id = $1',
        [id],
      );
      expect(counted!.count).toBe(one.summary.lines);
    },
    3 * PATIENCE_MS,
  );
});

// The last one: from the plan that it publishes on, the service makes previews of its own.
describe('a final run', () => {
  it(
    'waits for no preview or replay',
    async () => {
      await hands.published(monthBefore(1));
      const start = async (period: string, kind: string): Promise<number> =>
        (await hands.done(hands.start({ period, kind }))).id as number;
      const replayed = await start(monthBefore(0), 'preview');
      await until(() => isCalculated(replayed), PATIENCE_MS);
      const hanging = await whileOpenPeriodHangs(async () => {
        const id = await start(monthBefore(0), 'preview');
        expect(await hands.done(hands.act(replayed, 'replay'))).toMatchObject({ status: 'queued' });
        const final = await start(monthBefore(1), 'final');
        await until(() => isCalculated(final), PATIENCE_MS);
        expect((await hands.read(id)).status).not.toBe('calculated');
        return id;
      });
      await until(() => isCalculated(hanging), PATIENCE_MS);
    },
    3 * PATIENCE_MS,
  );
});
