import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { assertNoInstance } from '../src/after-restore.js';
import { CONNECTION, DatabaseAddress } from '#common/database/connections.js';
import { dataSourceOptions } from '#common/database/data-source.js';
import { SteadyClient } from '@commerce/postgres';
import { Database, statement } from '#common/database/database.js';
import { fromDatabaseError } from '#common/errors/database-errors.js';
import { jobPool } from '#common/jobs/job-pool.js';
import { DatabaseProxy } from './support/database-proxy.js';
import { beforeMuteServer } from './support/mute-server.js';
import { createTestDatabase, type TestDatabase } from './support/test-database.js';

const SILENCE_MS = 2_000;

const SLEEP = statement('test.sleep', 'SELECT pg_sleep($1)');
const TAKE_TIME = statement('test.take-time', `SELECT set_config('statement_timeout', '0', true)`);
const LONG = [(1.5 * SILENCE_MS) / 1000];

describe('a database that falls silent', () => {
  let database: TestDatabase;
  let proxy: DatabaseProxy;
  let source: DataSource;
  let db: Database;

  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await DatabaseProxy.before(database.url);
    const extra = { ...CONNECTION, silence_timeout: SILENCE_MS };
    source = await new DataSource(Object.assign(dataSourceOptions(proxy.url, 2), { extra })).initialize();
    db = new Database(source, new DatabaseAddress(proxy.url));
  });

  afterAll(async () => {
    await source?.destroy();
    await proxy?.cut();
    await database?.drop();
  });

  it('fails the statements that wait for it as unavailable, and is asked again on other connections', async () => {
    const work = db.transaction(async (tx) => {
      await db.query(tx, SLEEP, [0]);
      proxy.silence();
      await db.query(tx, SLEEP, [0]);
    });

    const error: unknown = await work.catch((failure: unknown) => failure);

    expect(fromDatabaseError(error)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(db.query(null, SLEEP, [0])).resolves.toHaveLength(1);
  });

  it('keeps connections that nobody asks anything, and gives them up when somebody does in vain', async () => {
    const pool = (source.driver as unknown as { master: Pool }).master;
    await db.query(null, SLEEP, [0]);
    const before = pool.totalCount;
    await sleep(1.5 * SILENCE_MS);
    expect(pool.totalCount).toBe(before);
    proxy.silence();
    await expect(db.query(null, SLEEP, [0])).rejects.toThrow('Connection terminated: the database was silent');
  });

  it('waits in a transaction that sets itself another limit, and no longer afterwards', async () => {
    await db.transaction(async (tx) => {
      await db.query(tx, TAKE_TIME);
      await db.query(tx, SLEEP, LONG);
    });

    await expect(db.query(null, SLEEP, LONG)).rejects.toThrow('Connection terminated: the database was silent');
  });

  it('waits for as long as it takes on connections without this limit', async () => {
    const client = new SteadyClient({ connectionString: proxy.url });
    await client.connect();
    await expect(client.query('SELECT pg_sleep($1)', LONG)).resolves.toMatchObject({ rowCount: 1 });
    await client.end();
  });

  it('does not keep the program after-restore waiting that connects to it', async () => {
    await expect(beforeMuteServer(assertNoInstance)).rejects.toThrow('timeout');
  });

  it('lets the job queue return the connection that listens twice, once its loss is noticed in two ways', async () => {
    const pool = jobPool(proxy.url);
    const release = await new Promise<() => void>((resolve, reject) => {
      pool.connect((error, _, done) => (error ? reject(error) : resolve(done)));
    });

    release();

    expect(release).not.toThrow();
    await pool.end();
  });
});
