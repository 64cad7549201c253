import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '#common/migrate.js';
import { startEmbeddedPostgres, type EmbeddedServer } from '@commerce/postgres/embedded';
import { SteadyClient } from '@commerce/postgres';
import { bundleBody } from './support/bundles.js';
import type { TestClient } from './support/factories.js';
import { startTestApp, type Answer, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';

/** Commits of requests, and statements of this test, that wait for a standby. */
const WAITING = `FROM pg_stat_activity
  WHERE wait_event = 'SyncRep' AND (application_name = 'test' OR application_name = 'commerce-api' AND query = 'COMMIT')`;

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
    await wait();
  });

  afterAll(async () => {
    await waitNoMore();
    await app?.stop();
    await pool?.end();
    await server?.release();
    await rm(root, { recursive: true, force: true });
  });

  async function query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]> {
    return (await pool.query<Row>(sql, values)).rows;
  }

  /** Names a standby that there is not. */
  async function wait(): Promise<void> {
    await query(`ALTER SYSTEM SET synchronous_standby_names = 'nobody'`);
    await query('SELECT pg_reload_conf()');
    // Not when a session has read it: the checkpointer tells all others, and until then they wait for nobody.
    await until(async () => {
      const probe = await connect();
      const isWaiting = await cancelled(probe.query(`SELECT pg_logical_emit_message(true, 'test', 'a probe')`)).then(
        () => false,
        () => true,
      );
      await probe.end();
      return isWaiting;
    });
  }

  async function waitNoMore(): Promise<void> {
    await query('ALTER SYSTEM RESET synchronous_standby_names');
    await query('SELECT pg_reload_conf()');
  }

  function create(name: string): Promise<Answer> {
    const headers = { 'idempotency-key': name };
    return admin.post('commerce/product/create/', bundleBody(name), { headers });
  }

  function connect(): Promise<SteadyClient> {
    const client = new SteadyClient({ connectionString: server.url, application_name: 'test' });
    return client.connect().then(() => client);
  }

  async function untilWaiting(): Promise<void> {
    await until(async () => (await query(`SELECT pid ${WAITING}`)).length > 0);
  }

  /** What comes of a commit whose wait is cancelled, as an operator may who sees a statement hang. */
  async function cancelled<Result>(commit: Promise<Result>): Promise<Result> {
    let hasEnded = false;
    const ended = commit.finally(() => (hasEnded = true));
    ended.catch(() => undefined);
    // Whoever else waits is cancelled too.
    await until(async () => {
      await query(`SELECT pg_cancel_backend(pid) ${WAITING}`);
      return hasEnded;
    });
    return ended;
  }

  it('is not acknowledged when somebody cancels the wait, though the change is there', async () => {
    expect(await cancelled(create('cancelled'))).toMatchObject({ status: 503 });
    expect(await query(`SELECT bundle_id FROM bundles WHERE bundle_id = 'cancelled'`)).toHaveLength(1);
  });

  it('is not acknowledged when sent again with its key, until a standby could have confirmed it', async () => {
    let answer: Answer | undefined;
    const again = create('cancelled').then((one) => (answer = one));
    await untilWaiting();
    expect(answer).toBeUndefined();
    await waitNoMore();
    await again;
    expect(answer).toMatchObject({ status: 200, headers: { 'idempotency-replayed': 'true' } });
    await wait();
  });

  it.each([
    ['with values', `SELECT pg_logical_emit_message(true, $1, $2)`, ['test', 'a change']],
    ['without', 'CREATE TABLE alone (id int)', undefined],
  ])('is a failed statement outside a transaction, %s', async (_, sql, values) => {
    const client = await connect();
    await expect(cancelled(client.query(sql, values))).rejects.toThrow('Connection terminated: the change is on this');
    await client.end();
  });
});
