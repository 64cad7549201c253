import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '@commerce/postgres/embedded';
import { parentOf } from '#test/support/processes.js';

/** The benchmark's own PostgreSQL, which counts statements. */
export interface BenchServer {
  /** Makes a database, empty or a copy of another. */
  create(name: string, template?: string): Promise<BenchDatabase>;
  /** Removes a database that nobody uses any more. */
  drop(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** One database of it. */
export interface BenchDatabase {
  url: string;
  pool: pg.Pool;
  /** What it has run so far, without our own. */
  work(): Promise<Work>;
}

/** What a database has done. */
interface Work {
  statements: number;
  /** Milliseconds of running them. */
  ms: number;
}

const WORK = `SELECT coalesce(sum(s.calls), 0)::float8 AS statements, coalesce(sum(s.total_exec_time), 0)::float8 AS ms
  FROM pg_stat_statements s
  WHERE s.dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND s.query NOT LIKE '%pg_stat_statements%'`;

/** A database whose server loads `pg_stat_statements`. */
export async function openDatabase(url: string): Promise<BenchDatabase> {
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'bench' });
  // Its connections are cut when the database is removed.
  pool.on('error', () => undefined);
  await pool.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  const work = async (): Promise<Work> => (await pool.query<Work>(WORK)).rows[0]!;
  return { url, pool, work };
}

/**
 * Starts the server in a directory of its own.
 * @param settings further settings of PostgreSQL
 */
export async function startDatabaseServer(settings: Record<string, string> = {}): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'commerce-bench-'));
  const server = await startEmbeddedPostgres({
    dataDir,
    settings: {
      shared_preload_libraries: 'pg_stat_statements',
      shared_buffers: '512MB',
      max_wal_size: '4GB',
      max_connections: '200',
      'pg_stat_statements.max': '5000',
      ...settings,
    },
  });
  const admin = new pg.Pool({ connectionString: server.adminUrl, max: 1 });
  const pools: pg.Pool[] = [admin];
  return {
    create: async (name, template = 'template1') => {
      await admin.query(`CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(template)}`);
      const database = await openDatabase(server.url.replace(/\/[^/?]*(\?|$)/, `/${name}$1`));
      pools.push(database.pool);
      return database;
    },
    drop: async (name) => {
      await admin.query(`DROP DATABASE ${pg.escapeIdentifier(name)} WITH (FORCE)`);
      await admin.query('CHECKPOINT');
    },
    stop: async () => {
      await Promise.all(pools.map((pool) => pool.end()));
      await server.release();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The process of the database server, by one that it has started for a connection. */
export async function postmasterOf({ pool }: BenchDatabase): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return parentOf(rows[0]!.pid);
}
