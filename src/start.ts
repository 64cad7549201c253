import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './common/config/config.js';
import { ConfigError, readConfig } from './common/config/read-config.js';
import { admittedConnections, connectionsOf } from './common/database/connections.js';
import type { MigrationClass } from './common/database/data-source.js';
import { EmbeddedPostgresError, startEmbeddedPostgres, type EmbeddedServer } from './common/database/embedded/index.js';
import { readPlace, WorkerEnded } from './common/instances/index.js';
import type { Supervisor } from './common/instances/supervisor.js';
import { createLogger, createWorkerLogger } from './common/logging/logger.js';
import type { Extension } from './common/replaceable.js';
import type { Service } from './instance.js';

/** Milliseconds that requests in flight have to finish when the service is told to stop. */
const STOP_MS = 25_000;

/** Milliseconds that the embedded database has to end after that: it writes down what it holds, on a disk that may be slow. */
const RELEASE_MS = 20_000;

/** Connections of the embedded server with one instance, and those beside several: a console, a backup, one more start. */
const EMBEDDED_CONNECTIONS = 100;
const SPARE_CONNECTIONS = 20;

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** What a start may be given. */
export interface StartOptions {
  extensions?: readonly Extension[];
  /** Migrations of the extensions' own tables (TypeORM's migration classes); they run after the service's, with a history of their own. */
  migrations?: readonly MigrationClass[];
}

/** What a start has begun, and must not leave behind. */
interface Begun {
  embedded?: Promise<EmbeddedServer>;
  supervisor?: Supervisor;
}

/**
 * Starts the service with the environment's settings: in this process, or in several that this one looks after. A failure
 * ends the process with one clear line.
 */
export async function start({ extensions = [], migrations = [] }: StartOptions = {}): Promise<void> {
  const begun: Begun = {};
  const early = endOnEarlySignal(begun);
  try {
    const config = readConfig(process.env);
    const place = readPlace(process.env);
    const logger =
      place === undefined ? createLogger(config.logLevel) : createWorkerLogger(config.logLevel, place.number);
    const isSupervisor = place === undefined && config.instances > 1;
    // Most of a start is the loading of the program: the database begins meanwhile. A supervisor needs little of it.
    const loading = isSupervisor ? undefined : import('./instance.js');
    loading?.catch(() => undefined);
    // A worker finds the database ready.
    const databaseUrl =
      place === undefined ? await prepareDatabase(config, migrations, logger, begun) : config.databaseUrl!;
    const service =
      loading === undefined
        ? await supervise(config, databaseUrl, logger, begun)
        : await (await loading).runInstance({ config, databaseUrl, extensions, logger, place });
    early.forget();
    stopOnSignal(service, begun, logger);
    if (place !== undefined) return;
    for (const line of service.lines) print(line);
    print(`listening on ${config.publicUrl}`);
  } catch (error) {
    // Whoever told it to stop does not ask why the rest of the start failed; the signal's own work ends the process.
    if (early.isStopping()) return;
    await endAll(begun).catch(() => undefined);
    fail(error);
  }
}

async function prepareDatabase(
  config: Config,
  migrations: readonly MigrationClass[],
  logger: Logger,
  begun: Begun,
): Promise<string> {
  if (config.databaseUrl === undefined) {
    begun.embedded = startEmbeddedPostgres({
      dataDir: config.dataDir,
      warn: (line) => logger.warn(line),
      settings: { max_connections: String(Math.max(EMBEDDED_CONNECTIONS, connectionsOf(config) + SPARE_CONNECTIONS)) },
    });
  }
  // Its failure is told below, not while the program loads.
  begun.embedded?.catch(() => undefined);
  const { migrate } = await import('./common/database/migrate.js');
  const databaseUrl = config.databaseUrl ?? (await begun.embedded!).url;
  await migrate(databaseUrl, migrations);
  return databaseUrl;
}

async function supervise(config: Config, databaseUrl: string, logger: Logger, begun: Begun): Promise<Service> {
  const { Supervisor } = await import('./common/instances/supervisor.js');
  const [wanted, admitted] = [connectionsOf(config), await admittedConnections(databaseUrl)];
  if (wanted > admitted) {
    logger.warn(
      `INSTANCES and DATABASE_POOL_SIZE together may take ${wanted} connections, but the database admits ${admitted}`,
    );
  }
  const supervisor = (begun.supervisor = new Supervisor({
    count: config.instances,
    // With DATABASE_URL set, DEMO would have another default.
    env: { DATABASE_URL: databaseUrl, DEMO: String(config.demo) },
    logger,
  }));
  const lines = JSON.parse(await supervisor.start()) as string[];
  return { lines, stop: () => supervisor.stop() };
}

/** Until the service listens, a signal ends it at once, but leaves no worker and no database server behind. */
function endOnEarlySignal(begun: Begun): { isStopping: () => boolean; forget: () => void } {
  let stopping = false;
  const onSignal = (): void => {
    stopping = true;
    endAll(begun).then(() => process.exit(0), fail);
  };
  for (const signal of STOP_SIGNALS) process.once(signal, onSignal);
  return {
    isStopping: () => stopping,
    forget: () => STOP_SIGNALS.forEach((signal) => process.off(signal, onSignal)),
  };
}

async function endAll({ embedded, supervisor }: Begun): Promise<void> {
  try {
    await supervisor?.stop();
  } finally {
    await (await embedded)?.release();
  }
}

function stopOnSignal(service: Service, begun: Begun, logger: Logger): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    let isLate = false;
    try {
      await Promise.race([service.stop(), sleep(STOP_MS).then(() => (isLate = true))]);
    } finally {
      setTimeout(() => process.exit(1), RELEASE_MS).unref();
      await (await begun.embedded)?.release();
    }
    if (isLate) logger.error(`requests still ran after ${STOP_MS / 1000} seconds; they were cut`);
    else logger.info('stopped');
    process.exit(isLate ? 1 : 0);
  };
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        logger.error({ err: error }, 'the stop failed');
        process.exit(1);
      });
    });
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** One line, for what an operator can mend; the whole error for a defect. A worker that ended with a code has said it. */
function fail(error: unknown): never {
  if (error instanceof WorkerEnded && error.code !== null) process.exit(error.code);
  const known = [ConfigError, EmbeddedPostgresError, WorkerEnded].some((kind) => error instanceof kind);
  process.stderr.write(`${known ? (error as Error).message : describe(error)}\n`);
  process.exit(1);
}

function describe(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', '28P01', '28000', '3D000', '57P03'];
  if (code !== undefined && unreachable.includes(code))
    return `DATABASE_URL: the database cannot be used: ${message ?? code}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
