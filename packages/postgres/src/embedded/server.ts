import { execFile, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { copyFile, readFile, readlink, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { codeOf, messageOf, SetupError } from '../errors.js';
import { superuser } from './cluster.js';
import { giveTo, spawnAs, type Binaries, type RunAs } from './programs.js';

const run = promisify(execFile);
const maxLogBytes = 2 * 1024 * 1024;
const patienceMs = 120_000;

/** Transient errors: another program took the port, or the last server's processes are still exiting. */
const passing = /could not bind|lock file .* already exists|pre-existing shared memory/;

/** A cluster, and how its server is started. */
export interface ServerPlan {
  dataDir: string;
  clusterDir: string;
  password: string;
  binaries: Binaries;
  as: RunAs;
  settings: Record<string, string>;
}

/** Starts a server on a cluster on which none runs, and waits until it accepts connections. */
export async function startServer(plan: ServerPlan): Promise<Postmaster> {
  await giveTo(plan.as.owner, plan.clusterDir);
  for (let attempt = 1; ; attempt++) {
    const failure = await launch(plan);
    const running = await findRunning(plan.clusterDir, plan.password);
    if (running) return running;
    if (attempt === 5 || !passing.test(failure ?? '')) {
      throw new SetupError(`PostgreSQL did not start: ${failure ?? 'it ended at once'}`);
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

/** The content of `postmaster.pid`: the server that runs, or ran, on a cluster. */
export interface Postmaster {
  pid: number;
  port: number;
  status: string;
}

/** Reads `postmaster.pid`; undefined if it is missing or incomplete. */
export async function readPostmaster(clusterDir: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(clusterDir), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Math.abs(Number(lines[0]));
  return pid > 0 ? { pid, port: Number(lines[3]), status: lines[7] ?? '' } : undefined;
}

/** Whether the process in `postmaster.pid` is alive; it may be another program. */
export async function isRunning(clusterDir: string): Promise<boolean> {
  const postmaster = await readPostmaster(clusterDir);
  return postmaster !== undefined && isAlive(postmaster.pid);
}

/**
 * The running server of this cluster: ready, and verified to be ours. Waits for one that is starting or stopping. Deletes a
 * stale `postmaster.pid` whose id now belongs to another process.
 */
export async function findRunning(clusterDir: string, password: string): Promise<Postmaster | undefined> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const postmaster = await readPostmaster(clusterDir);
    if (!postmaster || !isAlive(postmaster.pid)) return undefined;
    if (!(await runsOn(postmaster.pid, clusterDir))) {
      await rm(pidFile(clusterDir), { force: true });
      return undefined;
    }
    const failure =
      postmaster.status === 'ready' ? await proveOurs(clusterDir, postmaster.port, password) : 'not ready';
    if (failure === undefined) return postmaster;
    if (failure.includes('password authentication failed') || Date.now() > deadline) {
      throw new SetupError(
        `a PostgreSQL server (process ${postmaster.pid}) runs on ${clusterDir} but cannot be used: ${failure}`,
      );
    }
    await sleep(50);
  }
}

/** Stops the server without losing data. Waits until it has left the directory. */
export async function stopPostmaster(clusterDir: string, password: string, pgCtl: string): Promise<void> {
  const running = await findRunning(clusterDir, password);
  if (!running) return;
  if (process.platform === 'win32') {
    await run(pgCtl, ['stop', '-D', clusterDir, '-m', 'fast', '-w']);
    return;
  }
  // Fast shutdown; if it hangs, immediate shutdown, after which the next start replays the log.
  for (const [signal, patience] of [
    ['SIGINT', 60_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    signalIfAlive(running.pid, signal);
    if (await isGone(clusterDir, running.pid, Date.now() + patience)) return;
  }
  throw new SetupError(`the PostgreSQL server (process ${running.pid}) does not stop`);
}

/** The URL of a database on the server. */
export function urlOf(port: number, password: string, database: string): string {
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

/** Runs `work` on one connection. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, ssl: false, connectionTimeoutMillis: 10_000 });
  // An idle connection that breaks must not crash the process; the next query reports it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

function pidFile(clusterDir: string): string {
  return join(clusterDir, 'postmaster.pid');
}

/** Verifies that the server on this port is ours: it sees a file just created in its directory. Returns the failure. */
async function proveOurs(clusterDir: string, port: number, password: string): Promise<string | undefined> {
  const token = `launcher-${randomUUID()}`;
  const file = join(clusterDir, token);
  try {
    await writeFile(file, '', { mode: 0o600 });
    return await withClient(urlOf(port, password, 'postgres'), async (client) => {
      const { rowCount } = await client.query('SELECT 1 FROM pg_stat_file($1, true) WHERE size IS NOT NULL', [token]);
      return rowCount === 1 ? undefined : `port ${port} serves another directory`;
    });
  } catch (error) {
    return messageOf(error);
  } finally {
    await rm(file, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Whether the process is a server on this directory: after a crash, its id may belong to another process. */
async function runsOn(pid: number, clusterDir: string): Promise<boolean> {
  if (process.platform === 'linux') {
    // The working directory is right even if the data directory was moved, but not always readable.
    if ((await readlink(`/proc/${pid}/cwd`).catch(() => '')) === clusterDir) return true;
    const args = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
    return args.some((arg, index) => arg === '-D' && args[index + 1] === clusterDir);
  }
  // Windows cannot tell: assume it is, and leave the decision to PostgreSQL.
  if (process.platform === 'win32') return true;
  const ps = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return ps.stdout.includes(`-D ${clusterDir}`);
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

/** Checks `postmaster.pid` too: as PID 1 of a container, Node does not reap foreign processes. */
async function isGone(clusterDir: string, pid: number, deadline: number): Promise<boolean> {
  for (;;) {
    const postmaster = await readPostmaster(clusterDir);
    if (postmaster?.pid !== pid || !isAlive(pid)) return true;
    if (Date.now() > deadline) return false;
    await sleep(10);
  }
}
