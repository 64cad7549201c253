import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../src/common/database/embedded/index.js';
import type { Random } from './random.js';

/** Below the ports that systems hand out to connections: one of those would now and then be in the way of a restart. */
const FIRST_PORT = 20_000;
const LAST_PORT = 30_000;

/** Where a run takes place: a directory outside the repository, and the embedded PostgreSQL in it. */
export interface Place {
  dataDir: string;
  /** Of the embedded PostgreSQL. */
  databaseUrl: string;
  pool: pg.Pool;
  /** Stops the server and removes the directory. */
  leave(keep: boolean): Promise<void>;
}

/**
 * Makes a place. The server belongs to this process too, so it runs on whatever happens to the services that share it,
 * and ends when this process leaves.
 */
export async function findPlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'commerce-proof-'));
  const server = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '200' } });
  const pool = new pg.Pool({ connectionString: server.url, max: 3, application_name: 'proof' });
  pool.on('error', () => undefined);
  return {
    dataDir,
    databaseUrl: server.url,
    pool,
    leave: async (keep) => {
      await pool.end();
      await server.release();
      if (!keep) await rm(dataDir, { recursive: true, force: true });
    },
  };
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
