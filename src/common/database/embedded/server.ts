import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { copyFile, readFile, stat, truncate } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.js';
import { EmbeddedPostgresError } from './embedded-postgres.error.js';
import { findRunning, readPostmaster, type Postmaster } from './postmaster.js';
import { spawnAs, type RunAs } from './run-as.js';

const maxLogBytes = 2 * 1024 * 1024;
const patienceMs = 120_000;

/** Transient errors: another program took the port, or the last server's processes are still exiting. */
const passing = /could not bind|lock file .* already exists|pre-existing shared memory/;

export interface ServerPlan {
  dataDir: string;
  clusterDir: string;
  password: string;
  binaries: Binaries;
  as: RunAs;
  settings: Record<string, string>;
}

/** Starts a server on the cluster and waits until it accepts connections. */
export async function startServer(plan: ServerPlan): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const failure = await launch(plan);
    const running = await findRunning(plan.clusterDir, plan.password);
    if (running) return running;
    if (attempt === 5 || !passing.test(failure ?? '')) {
      throw new EmbeddedPostgresError(`PostgreSQL did not start: ${failure ?? 'it ended at once'}`);
    }
    await sleep(200 * attempt);
  }
}

/** Rotates `postgres.log`, keeping one older file. The server appends, so it can be truncated while in use. */
export async function boundLog(dataDir: string): Promise<void> {
  const file = logFile(dataDir);
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  );
  if (size <= maxLogBytes) return;
  await copyFile(file, `${file}.1`);
  await truncate(file, 0);
}

/** Why the server exited before it was ready; undefined if it is ready. */
async function launch(plan: ServerPlan): Promise<string | undefined> {
  const { dataDir, clusterDir, binaries, as } = plan;
  await boundLog(dataDir);
  const logStart = await stat(logFile(dataDir)).then(
    (found) => found.size,
    () => 0,
  );
  const log = openSync(logFile(dataDir), 'a', 0o600);
  const settings = Object.entries({ ...standardSettings(await freePort()), ...plan.settings });
  const args = ['-D', clusterDir, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  // Detached: Ctrl-C should only reach Node, which still needs the database for its last requests.
  const child = spawnAs(as, binaries.postgres, args, { cwd: dataDir, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  child.unref();
  const failure = await readyOrEnd(child, clusterDir);
  if (failure === undefined) return undefined;
  const written = (await readFile(logFile(dataDir))).subarray(logStart).toString();
  const reasons = written.split('\n').filter((line) => /FATAL|PANIC|could not|error/i.test(line));
  return reasons.slice(-3).join(' ') || failure;
}

async function readyOrEnd(child: ChildProcess, clusterDir: string): Promise<string | undefined> {
  const ended: { how?: string } = {};
  child.once('error', (error) => (ended.how = error.message));
  child.once('exit', (code, signal) => (ended.how = `it ended with ${signal ?? `code ${code}`}`));
  const deadline = Date.now() + patienceMs;
  while (ended.how === undefined) {
    const postmaster = await readPostmaster(clusterDir);
    if (postmaster?.pid === child.pid && postmaster?.status === 'ready') return undefined;
    if (Date.now() > deadline) {
      child.kill('SIGQUIT');
      return `it was not ready after ${patienceMs / 1000} s`;
    }
    await sleep(10);
  }
  return ended.how;
}

/** A small server: 100 connections, some 40 MB, every commit on disk. */
function standardSettings(port: number): Record<string, string> {
  return {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    timezone: 'UTC',
    fsync: 'on',
    synchronous_commit: 'on',
    shared_buffers: '64MB',
    work_mem: '4MB',
    maintenance_work_mem: '32MB',
    max_wal_size: '256MB',
    min_wal_size: '48MB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    io_method: 'sync',
    // Containers often have little shared memory, which parallel workers need.
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    huge_pages: 'off',
    // Only server problems are logged: statements and row values contain secrets.
    log_destination: 'stderr',
    logging_collector: 'off',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

function logFile(dataDir: string): string {
  return join(dataDir, 'postgres.log');
}
