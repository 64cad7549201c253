import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../src/common/migrate.js';
import { startEmbeddedPostgres, type EmbeddedServer } from '../src/common/database/embedded/index.js';
import { SteadyClient } from '../src/common/database/steady-client.js';
import { bundleBody } from './support/bundles.js';
import type { TestClient } from './support/factories.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

const STARTED_MS = 90_000;

/** Those of requests, which wait for a standby. */
const WAITING = `FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name IN ('commerce-api', 'test')`;

describe('a commit that waits for its synchronous standby', () => {
  let root: string;
  let server: EmbeddedServer;
  let pool: pg.Pool;
  let app: TestApp;
  let admin: TestClient;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'commerce-sync-'));
    const settings = { wal_level: 'replica', max_wal_senders: '4', fsync: 'off' };
    server = await startEmbeddedPostgres({ dataDir: root, settings });
    pool = new pg.Pool({ connectionString: server.url, max: 2 });
    await migrate(server.url);
    app = await startTestApp({ database: { url: server.url, query, drop: () => Promise.resolve() } });
    admin = await app.make.apiAdmin();
    await app.make.catalogue.productType();
    // All changes before are there; from now on nobody confirms one.
    await create('before');
    await wait(true);
  }, STARTED_MS);

  afterAll(async () => {
    await wait(false);
    await app?.stop();
    await pool?.end();
    await server?.release();
    await rm(root, { recursive: true, force: true });
  });

  async function query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]> {
    return (await pool.query<Row>(sql, values)).rows;
  }

  /** Names a standby that there is not, or none. */
  async function wait(isOn: boolean): Promise<void> {
    await query(`ALTER SYSTEM SET synchronous_standby_names = '${isOn ? 'nobody' : ''}'`);
    await query('SELECT pg_reload_conf()');
    const sql = `SELECT current_setting('synchronous_standby_names') AS names`;
    await until(async () => (await query<{ names: string }>(sql))[0]?.names === (isOn ? 'nobody' : ''));
  }

  function create(name: string): Promise<Answer> {
    const headers = { 'idempotency-key': name };
    return admin.post('commerce/product/create/', bundleBody(name), { headers });
  }

  async function untilWaiting(): Promise<void> {
    await until(async () => (await query(`SELECT pid ${WAITING}`)).length > 0);
  }

  /** As an operator may who sees a statement hang. */
  async function cancel(): Promise<void> {
    await untilWaiting();
    await query(`SELECT pg_cancel_backend(pid) ${WAITING}`);
  }

  it('is not acknowledged when somebody cancels the wait, though the change is there', async () => {
    const [answer] = await Promise.all([create('cancelled'), cancel()]);
    expect(answer).toMatchObject({ status: 503 });
    expect(await query(`SELECT bundle_id FROM bundles WHERE bundle_id = 'cancelled'`)).toHaveLength(1);
  });

  it('is not acknowledged when sent again with its key, until a standby could have confirmed it', async () => {
    let answer: Answer | undefined;
    const again = create('cancelled').then((one) => (answer = one));
    await untilWaiting();
    expect(answer).toBeUndefined();
    await wait(false);
    await again;
    expect(answer).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } });
    await wait(true);
  });

  it.each([
    ['with values', `SELECT pg_logical_emit_message(true, $1, $2)`, ['test', 'a change']],
    ['without', 'CREATE TABLE alone (id int)', undefined],
  ])('is a failed statement outside a transaction, %s', async (_, sql, values) => {
    const client = new SteadyClient({ connectionString: server.url, application_name: 'test' });
    await client.connect();
    const failed = expect(client.query(sql, values)).rejects.toThrow('Connection terminated: the change is on this');
    await Promise.all([failed, cancel()]);
    await client.end();
  });
});
