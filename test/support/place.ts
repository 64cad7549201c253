import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '@commerce/postgres/embedded';
import type { Random } from './random.js';

/** Below the ports that systems hand out to connections: one of those would now and then be in the way of a restart. */
const FIRST_PORT = 20_000;
const LAST_PORT = 30_000;

/** Where a run takes place: a directory outside the repository, and a database of its own. */
export interface Place {
  dataDir: string;
  databaseUrl: string;
  /** Settings with which a service uses that database. */
  settings: Readonly<Record<string, string>>;
  pool: pg.Pool;
  /** Lets the database go and removes the directory. */
  leave(keep: boolean): Promise<void>;
}

/** A database that nobody else uses. */
interface OwnDatabase {
  url: string;
  release(keep: boolean): Promise<void>;
}

/**
 * Makes a place. Its database is on the server of `DATABASE_URL`, where it is created and dropped; else on an embedded
 * server in the directory. That one belongs to this process too, so it runs on whatever happens to the services that
 * share it, and ends when this process leaves.
 */
export async function findPlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'commerce-proof-'));
  const { DATABASE_URL: server } = process.env;
  const database = server === undefined ? await embeddedDatabase(dataDir) : await databaseOn(server);
  const pool = new pg.Pool({ connectionString: database.url, max: 3, application_name: 'proof' });
  pool.on('error', () => undefined);
  return {
    dataDir,
    databaseUrl: database.url,
    settings: server === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: database.url, DATA_DIR: dataDir },
    pool,
    leave: async (keep) => {
      await pool.end();
      await database.release(keep);
      if (!keep) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function embeddedDatabase(dataDir: string): Promise<OwnDatabase> {
  // The name is that of a service which is given nothing but the directory.
  const server = await startEmbeddedPostgres({ dataDir, database: 'commerce', settings: { max_connections: '200' } });
  return { url: server.url, release: () => server.release() };
}

async function databaseOn(server: string): Promise<OwnDatabase> {
  const name = `commerce_proof_${randomBytes(6).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const release = async (keep: boolean): Promise<void> => {
    if (!keep) await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  };
  return { url: url.href, release };
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** Ports of 127.0.0.1 that nobody listens at. */
export async function freePorts(random: Random, count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = FIRST_PORT + random.below(LAST_PORT - FIRST_PORT);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
