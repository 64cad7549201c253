import { constants } from 'node:fs';
import { access, mkdir, realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { escapeIdentifier } from 'pg';
import { messageOf, SetupError } from '../errors.js';
import { clusterExists, createCluster, readPassword, removeLeftovers } from './cluster.js';
import { tryLock, withLock, type FileLock } from './file-lock.js';
import { chooseRunAs, prepareBinaries, type Binaries, type RunAs } from './programs.js';
import {
  boundLog,
  findRunning,
  isRunning,
  startServer,
  stopPostmaster,
  urlOf,
  withClient,
  type Postmaster,
  type ServerPlan,
} from './server.js';

export { isRunning, readPostmaster, startServer, urlOf, type ServerPlan } from './server.js';
export { SetupError } from '../errors.js';

const lockPatienceMs = 180_000;
const logCheckMs = 60_000;
const watchMs = 500;

/** Options of {@link startEmbeddedPostgres}. */
export interface EmbeddedOptions {
  /** Contains the cluster (`postgres/`), `postgres.log` and the locks; created if missing. One server per directory. */
  dataDir: string;
  /** Created if missing. Default: `app`. */
  database?: string;
  /** Receives a line for each notable step. */
  log?: (line: string) => void;
  /** Receives a line when the server has exited unexpectedly, and when it runs again. */
  warn?: (line: string) => void;
  /** Further server settings; ignored if the server is already running. */
  settings?: Record<string, string>;
}

/** A running server, in use by this instance until `release`. */
export interface EmbeddedServer {
  /** `postgres://…` of the database. */
  url: string;
  /** `postgres://…` of the database `postgres`, to create and drop others. */
  adminUrl: string;
  /** Releases the server; the last instance stops it. Idempotent. */
  release(): Promise<void>;
}

interface Place {
  dataDir: string;
  clusterDir: string;
  /** Exclusive while the server is started, joined, left or stopped. */
  startLock: string;
  /** Shared by all instances that use the server. */
  useLock: string;
}

/** Binaries and the account that runs them. */
interface Runnable {
  as: RunAs;
  binaries: Binaries;
}

interface Joined {
  port: number;
  password: string;
  stop: () => Promise<void>;
  /** Restarts the server on the same port, unless it runs. */
  revive: () => Promise<void>;
}

/**
 * Starts the PostgreSQL server installed by npm on `dataDir`, or joins the one that already runs there: left by a killed
 * instance, or in use by other instances. All instances on one directory share one server, and the last one stops it.
 *
 * It listens on 127.0.0.1 only, with a random password that is stored in the cluster's directory. It ignores the signals that
 * stop Node, so that a graceful stop can finish its queries and then call `release()`. A server that exits unexpectedly is
 * restarted on the same port.
 *
 * Throws an `SetupError` with a one-line message if it cannot start.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const place = await preparePlace(options.dataDir);
  return withLock(place.startLock, lockPatienceMs, async () => {
    const use = tryLock(place.useLock, 'shared');
    if (!use) throw new SetupError(`another program has locked ${place.useLock}`);
    try {
      const joined = await joinOrStart(place, options);
      const { port, password, stop } = joined;
      const adminUrl = urlOf(port, password, 'postgres');
      const database = options.database ?? 'app';
      await createDatabase(adminUrl, database).catch(async (error: unknown) => {
        await leave(place, use, stop);
        throw error;
      });
      return { url: urlOf(port, password, database), adminUrl, release: releaser(place, use, joined, options) };
    } catch (error) {
      use.release();
      if (error instanceof SetupError) throw error;
      const message = `cannot start PostgreSQL in ${place.dataDir}: ${messageOf(error)}`;
      throw new SetupError(message, { cause: error });
    }
  });
}

/**
 * Makes a cluster in an empty directory, for whoever starts and stops its server alone: {@link startServer} starts it, and
 * nothing watches it.
 */
export async function createServer(dataDir: string, settings: Record<string, string>): Promise<ServerPlan> {
  const clusterDir = join(dataDir, 'postgres');
  const { as, binaries } = await chooseRunAs(await prepareBinaries(dataDir), dataDir, clusterDir);
  await createCluster(dataDir, clusterDir, as, binaries);
  return { dataDir, clusterDir, password: await readPassword(clusterDir), binaries, as, settings };
}

async function preparePlace(directory: string): Promise<Place> {
  try {
    // Others may traverse it (PostgreSQL's account, if started by root) but not list it.
    await makeDirectory(resolve(directory));
    const dataDir = await realpath(directory);
    await access(dataDir, constants.W_OK | constants.X_OK);
    const within = (name: string) => join(dataDir, name);
    return {
      dataDir,
      clusterDir: within('postgres'),
      startLock: within('postgres.start.lock'),
      useLock: within('postgres.use.lock'),
    };
  } catch (error) {
    throw new SetupError(`the data directory ${directory} cannot be used: ${messageOf(error)}`, { cause: error });
  }
}

/** Creates a directory and its parents. Not with Node's `recursive`, which never returns below `/proc`. */
async function makeDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { mode: 0o711 });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EEXIST') return;
    const parent = dirname(directory);
    if (code !== 'ENOENT' || (await exists(parent))) throw error;
    await makeDirectory(parent);
    await mkdir(directory, { mode: 0o711 });
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function joinOrStart(
  { dataDir, clusterDir }: Place,
  { log = () => undefined, settings = {} }: EmbeddedOptions,
): Promise<Joined> {
  const installed = await prepareBinaries(dataDir);
  const start = async ({ as, binaries }: Runnable, password: string, more = {}): Promise<Postmaster> => {
    return startServer({ dataDir, clusterDir, password, binaries, as, settings: { ...settings, ...more } });
  };
  const joined = (port: number, password: string): Joined => ({
    port,
    password,
    stop: () => stopPostmaster(clusterDir, password, installed.pgCtl),
    revive: async () => {
      if (await findRunning(clusterDir, password)) return;
      await start(await chooseRunAs(installed, dataDir, clusterDir), password, { port: String(port) });
    },
  });
  const exists = await clusterExists(clusterDir, installed);
  if (exists) {
    const password = await readPassword(clusterDir);
    const running = await findRunning(clusterDir, password);
    if (running) {
      log(`using the PostgreSQL server that runs on ${clusterDir} (port ${running.port})`);
      return joined(running.port, password);
    }
  }
  await removeLeftovers(dataDir);
  const runnable = await chooseRunAs(installed, dataDir, clusterDir);
  if (!exists) {
    log(`creating a PostgreSQL database in ${clusterDir}`);
    await createCluster(dataDir, clusterDir, runnable.as, runnable.binaries);
  }
  const password = await readPassword(clusterDir);
  const { port } = await start(runnable, password);
  log(`PostgreSQL ${installed.version} runs on 127.0.0.1:${port}, data in ${clusterDir}`);
  return joined(port, password);
}

async function createDatabase(adminUrl: string, name: string): Promise<void> {
  await withClient(adminUrl, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${escapeIdentifier(name)}`);
  });
}

function releaser(place: Place, use: FileLock, joined: Joined, options: EmbeddedOptions): () => Promise<void> {
  const logCheck = setInterval(() => void boundLog(place.dataDir).catch(() => undefined), logCheckMs).unref();
  const unwatch = watchServer(place, joined, options);
  let released: Promise<void> | undefined;
  return () => {
    clearInterval(logCheck);
    const unwatched = unwatch();
    return (released ??= withLock(place.startLock, lockPatienceMs, () => leave(place, use, joined.stop)).finally(
      () => unwatched,
    ));
  };
}

/**
 * Restarts the server whenever it has exited; of several instances, the first to get the lock does so. Returns a function
 * that stops watching, and resolves when no restart is in progress.
 */
function watchServer(
  { clusterDir, startLock }: Place,
  { revive }: Joined,
  { warn = () => undefined }: EmbeddedOptions,
): () => Promise<void> {
  let watching = true;
  let timer: NodeJS.Timeout;
  let looking: Promise<unknown> = Promise.resolve();
  const look = async (): Promise<void> => {
    if (await isRunning(clusterDir)) return;
    warn(`the PostgreSQL server on ${clusterDir} has exited; restarting it`);
    await withLock(startLock, lockPatienceMs, async () => {
      if (watching) await revive();
    });
    if (watching) warn(`the PostgreSQL server on ${clusterDir} runs again`);
  };
  const next = (): void => {
    timer = setTimeout(() => {
      looking = look()
        .catch((error: unknown) => warn(`the PostgreSQL server on ${clusterDir} does not start: ${messageOf(error)}`))
        .finally(() => watching && next());
    }, watchMs).unref();
  };
  next();
  return async () => {
    watching = false;
    clearTimeout(timer);
    await looking;
  };
}

/** Stops the server unless another instance uses it. None can join meanwhile: that needs the start lock, held here. */
async function leave(place: Place, use: FileLock, stop: () => Promise<void>): Promise<void> {
  use.release();
  const alone = tryLock(place.useLock, 'exclusive');
  if (!alone) return;
  try {
    await stop();
  } finally {
    alone.release();
  }
}
