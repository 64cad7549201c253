import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '#common/migrate.js';
import { startEmbeddedPostgres, type EmbeddedServer } from '@commerce/postgres/embedded';
import { DatabaseProxy } from './database-proxy.js';
import type { TestDatabase } from './test-database.js';
import { until } from './until.js';

const SENDING = { wal_level: 'replica', max_wal_senders: '4', fsync: 'off' };

/** A streaming standby. */
export class StreamingStandby {
  private constructor(
    private readonly server: EmbeddedServer,
    private readonly pool: pg.Pool,
    /** The way to its database. */
    readonly way: DatabaseProxy,
  ) {}

  /** @param dataDir a copy of the primary's, after that has stopped */
  static async start(dataDir: string, primary: EmbeddedServer): Promise<StreamingStandby> {
    await writeFile(join(dataDir, 'postgres', 'standby.signal'), '');
    await appendFile(join(dataDir, 'postgres', 'postgresql.auto.conf'), `primary_conninfo = '${conninfo(primary)}'\n`);
    const server = await startEmbeddedPostgres({ dataDir, settings: SENDING });
    return new StreamingStandby(server, poolOf(server), await DatabaseProxy.before(server.url));
  }

  /** Lets it follow another standby, or what that becomes. */
  async follow({ server }: StreamingStandby): Promise<void> {
    await this.query(`ALTER SYSTEM SET primary_conninfo = '${conninfo(server)}'`);
    await this.query('SELECT pg_reload_conf()');
  }

  async query<Row extends object>(sql: string): Promise<Row[]> {
    return (await this.pool.query<Row>(sql)).rows;
  }

  /** Keeps it as it is, whatever the primary does. */
  async pause(): Promise<void> {
    await this.query('SELECT pg_wal_replay_pause()');
    await until(async () => {
      const [state] = await this.query<{ is: string }>('SELECT pg_get_wal_replay_pause_state() AS is');
      return state?.is === 'paused';
    });
  }

  /** Lets it follow the primary again, if it is one still. */
  async resume(): Promise<void> {
    // What it replays may cancel a query.
    await until(() => this.query('SELECT pg_wal_replay_resume() WHERE pg_is_in_recovery()'));
  }

  async stop(): Promise<void> {
    await this.way.cut();
    await this.pool.end();
    await this.server.release();
  }
}

/** A PostgreSQL server with the service's database, and streaming standbys of it. */
export class StreamingServers {
  private constructor(
    private readonly root: string,
    private readonly primary: EmbeddedServer,
    private readonly pool: pg.Pool,
    /** The database on the primary. */
    readonly database: TestDatabase,
    readonly standbys: readonly StreamingStandby[],
  ) {}

  /** @param count of standbys, 3 at most */
  static async start(count = 1): Promise<StreamingServers> {
    const root = await mkdtemp(join(tmpdir(), 'commerce-streaming-'));
    const first = join(root, 'primary');
    const fresh = await startEmbeddedPostgres({ dataDir: first, settings: SENDING });
    await migrate(fresh.url);
    await fresh.release();
    // A copy of a server that has stopped is a standby of it, once it is told to be one.
    const copies = Array.from({ length: count }, (_, at) => join(root, `standby-${at}`));
    for (const copy of copies) await cp(first, copy, { recursive: true });
    const primary = await startEmbeddedPostgres({ dataDir: first, settings: SENDING });
    const standbys = await Promise.all(copies.map((copy) => StreamingStandby.start(copy, primary)));
    const pool = poolOf(primary);
    const query = async <Row extends object>(sql: string, values?: unknown[]): Promise<Row[]> =>
      (await pool.query<Row>(sql, values)).rows;
    const database = { url: primary.url, query, drop: () => Promise.resolve() };
    return new StreamingServers(root, primary, pool, database, standbys);
  }

  /** All standbys as `DATABASE_REPLICA_URL` names them. */
  get replicaUrl(): string {
    const urls = this.standbys.map(({ way }) => new URL(way.url));
    const [first] = urls;
    return first!.href.replace(first!.host, urls.map(({ host }) => host).join(','));
  }

  /** Stops the primary, and makes the first standby one. */
  async failOver(): Promise<void> {
    await this.primary.release();
    await this.standbys[0]!.query('SELECT pg_promote()');
  }

  async stop(): Promise<void> {
    await this.pool.end();
    for (const standby of this.standbys) await standby.stop();
    await this.primary.release();
    await rm(this.root, { recursive: true, force: true });
  }
}

function conninfo({ url }: EmbeddedServer): string {
  const { hostname, port, username, password } = new URL(url);
  return `host=${hostname} port=${port} user=${username} password=${password}`;
}

function poolOf({ url }: EmbeddedServer): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => undefined);
  return pool;
}
