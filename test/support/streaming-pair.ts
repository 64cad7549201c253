import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../src/common/migrate.js';
import { startEmbeddedPostgres, type EmbeddedServer } from '../../src/common/database/embedded/index.js';
import { DatabaseProxy } from './database-proxy.js';
import type { TestDatabase } from './test-database.js';
import { until } from './until.js';

const SENDING = { wal_level: 'replica', max_wal_senders: '4', fsync: 'off' };

/** A PostgreSQL server with the service's database, and a streaming standby of it. */
export class StreamingPair {
  private constructor(
    private readonly root: string,
    private readonly servers: readonly EmbeddedServer[],
    private readonly pools: readonly [primary: pg.Pool, standby: pg.Pool],
    /** The database on the primary. */
    readonly database: TestDatabase,
    /** The way to the database on the standby. */
    readonly replica: DatabaseProxy,
  ) {}

  static async start(): Promise<StreamingPair> {
    const root = await mkdtemp(join(tmpdir(), 'commerce-pair-'));
    const [first, second] = [join(root, 'primary'), join(root, 'standby')];
    const fresh = await startEmbeddedPostgres({ dataDir: first, settings: SENDING });
    await migrate(fresh.url);
    await fresh.release();
    // A copy of a server that has stopped is a standby of it, once it is told to be one.
    await cp(first, second, { recursive: true });
    await writeFile(join(second, 'postgres', 'standby.signal'), '');
    const primary = await startEmbeddedPostgres({ dataDir: first, settings: SENDING });
    const { hostname, port, username, password } = new URL(primary.url);
    const primary_conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
    const standby = await startEmbeddedPostgres({ dataDir: second, settings: { ...SENDING, primary_conninfo } });
    const pools = [poolOf(primary), poolOf(standby)] as const;
    const query = async <Row extends object>(sql: string, values?: unknown[]): Promise<Row[]> =>
      (await pools[0].query<Row>(sql, values)).rows;
    const database = { url: primary.url, query, drop: () => Promise.resolve() };
    return new StreamingPair(root, [standby, primary], pools, database, await DatabaseProxy.before(standby.url));
  }

  /** Runs a statement on the standby. */
  async onStandby<Row extends object>(sql: string): Promise<Row[]> {
    return (await this.pools[1].query<Row>(sql)).rows;
  }

  /** Keeps the standby as it is, whatever the primary does. */
  async pause(): Promise<void> {
    await this.onStandby('SELECT pg_wal_replay_pause()');
    await until(async () => {
      const [state] = await this.onStandby<{ is: string }>('SELECT pg_get_wal_replay_pause_state() AS is');
      return state?.is === 'paused';
    });
  }

  /** Lets the standby follow the primary again, if it is one still. */
  async resume(): Promise<void> {
    await this.onStandby('SELECT pg_wal_replay_resume() WHERE pg_is_in_recovery()');
  }

  async stop(): Promise<void> {
    await this.replica.cut();
    for (const pool of this.pools) await pool.end();
    for (const server of this.servers) await server.release();
    await rm(this.root, { recursive: true, force: true });
  }
}

function poolOf({ url }: EmbeddedServer): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  return pool;
}
