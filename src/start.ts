import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { assertNoInstance, readAfterRestore, runAfterRestore } from './after-restore.js';
import type { Config } from '#common/config/config.js';
import { ConfigError } from '#common/config/config-error.js';
import { readConfig } from '#common/config/read-config.js';
import { checkConnections, connectionsOf, EMBEDDED_DATABASE } from '#common/database/connections.js';
import { MigrationError } from '#common/database/migration-error.js';
import type { MigrationClass } from '#common/database/data-source.js';
import { SetupError, startEmbeddedPostgres, type EmbeddedServer } from '@commerce/postgres/embedded';
import { letRequestsGoFirst, readAttempt } from '#common/jobs/job-process.js';
import { createLogger } from '#common/logging/logger.js';
import type { Extension } from '#common/extensions.js';
import { assertOnePeer } from '#common/versions.js';
import type { Service } from './instance.js';

/** Milliseconds that requests in flight have to finish when the service stops. */
const STOP_MS = 25_000;

/** Milliseconds that the embedded database has to stop after that: it flushes its data, perhaps to a slow disk. */
const RELEASE_MS = 20_000;

/** Connections of the embedded server for one instance, and spare ones for several: psql, a backup, another start. */
const EMBEDDED_CONNECTIONS = 100;
const SPARE_CONNECTIONS = 20;

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Options of {@link start}. */
export interface StartOptions {
  extensions?: readonly Extension[];
  /** Migrations of the extensions' tables (TypeORM's migration classes); they run after the service's, with a separate history. */
  migrations?: readonly MigrationClass[];
}

/** Handles signals until the service listens. */
interface EarlySignals {
  isStopping: () => boolean;
  unregister: () => void;
}

/** What a failed or stopped start must clean up. */
interface Begun {
  embedded?: Promise<EmbeddedServer>;
}

/**
 * Starts the service with the settings of the environment. With the argument `migrate` it only runs the pending migrations, and exits; with `after-restore` it prepares a restored
 * database, and exits. On failure, prints one line and exits.
 */
export async function start({ extensions = [], migrations = [] }: StartOptions = {}): Promise<void> {
  const attempt = readAttempt(process.env);
  if (attempt !== undefined) {
    letRequestsGoFirst();
    const config = readConfig(process.env);
    return (await import('./instance.js')).runAttempt(config, createLogger(config.logLevel), extensions, attempt);
  }
  const begun: Begun = {};
  const early = endOnEarlySignal(begun);
  try {
    const config = readConfig(process.env);
    assertOnePeer();
    // Loaded only for extensions: a start without them is quicker.
    if (extensions.length > 0) (await import('#common/extensions.js')).checkExtensions(extensions, process.env);
    const ids = readAfterRestore(process.argv.slice(2));
    if (ids !== undefined) {
      await finishRestore({ config, extensions, migrations, begun, ids });
      process.exit(0);
    }
    if (isMigration(process.argv.slice(2))) return await migrateOnly(config, migrations, begun, early);
    const logger = createLogger(config.logLevel);
    // Loading the program takes most of the startup; the database starts meanwhile.
    const loading = import('./instance.js');
    loading.catch(() => undefined);
    const databaseUrl = await prepareDatabase(config, migrations, logger, begun);
    const service = await (await loading).runInstance({ config, databaseUrl, extensions, logger });
    early.unregister();
    stopOnSignal(service, begun, logger);
    for (const line of service.lines) print(line);
    print(`listening on ${config.publicUrl}`);
  } catch (error) {
    // After a signal the failure does not matter; the signal handler exits the process.
    if (early.isStopping()) return;
    await endAll(begun).catch(() => undefined);
    fail(error);
  }
}

/** @throws ConfigError for arguments that nobody would expect to be ignored */
function isMigration(args: readonly string[]): boolean {
  const [first] = args;
  if (args.length > 1 || (first !== undefined && first !== 'migrate')) {
    throw new ConfigError(
      `unknown argument "${args.at(-1)}": there are "migrate" and "after-restore", all else are settings`,
    );
  }
  return first === 'migrate';
}

async function migrateOnly(
  config: Config,
  migrations: readonly MigrationClass[],
  begun: Begun,
  early: EarlySignals,
): Promise<void> {
  await prepareDatabase(config, migrations, createLogger(config.logLevel), begun);
  await endAll(begun);
  early.unregister();
  print('migrated');
}

async function prepareDatabase(
  config: Config,
  migrations: readonly MigrationClass[],
  logger: Logger,
  begun: Begun,
  check?: (databaseUrl: string) => Promise<void>,
): Promise<string> {
  if (config.databaseUrl === undefined) {
    begun.embedded = startEmbeddedPostgres({
      dataDir: config.dataDir,
      database: EMBEDDED_DATABASE,
      warn: (line) => logger.warn(line),
      settings: { max_connections: String(Math.max(EMBEDDED_CONNECTIONS, connectionsOf(config) + SPARE_CONNECTIONS)) },
    });
  }
  // Its failure is handled below, not while the program loads.
  begun.embedded?.catch(() => undefined);
  const { migrate } = await import('#common/migrate.js');
  const databaseUrl = config.databaseUrl ?? (await startedIn(begun.embedded!));
  const { databaseDirectUrl: directUrl = databaseUrl } = config;
  if (config.databaseUrl !== undefined) await checkConnections(databaseUrl, directUrl);
  await check?.(directUrl);
  await migrate(directUrl, migrations, { warn: (line) => logger.warn(line) });
  return databaseUrl;
}

/** The URL of the embedded database; a failure names the settings that help. */
async function startedIn(embedded: Promise<EmbeddedServer>): Promise<string> {
  try {
    return (await embedded).url;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    throw new SetupError(`DATA_DIR, without a DATABASE_URL: ${error.message}`, { cause: error });
  }
}

interface Restored extends Required<StartOptions> {
  config: Config;
  begun: Begun;
  ids: number;
}

/** `after-restore`: prepares a database that was restored from a backup, prints what was done, and stops. */
async function finishRestore({ config, extensions, migrations, begun, ids }: Restored): Promise<void> {
  const logger = createLogger(config.logLevel);
  const databaseUrl = await prepareDatabase(config, migrations, logger, begun, assertNoInstance);
  for (const line of await runAfterRestore({ config, databaseUrl, extensions, logger }, ids)) print(line);
  await endAll(begun);
}

/** Until the service listens, a signal stops it at once, including the database server. */
function endOnEarlySignal(begun: Begun): EarlySignals {
  let stopping = false;
  const onSignal = (): void => {
    stopping = true;
    endAll(begun).then(() => process.exit(0), fail);
  };
  for (const signal of STOP_SIGNALS) process.once(signal, onSignal);
  return {
    isStopping: () => stopping,
    unregister: () => STOP_SIGNALS.forEach((signal) => process.off(signal, onSignal)),
  };
}

async function endAll({ embedded }: Begun): Promise<void> {
  await (await embedded)?.release();
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
    if (isLate) logger.error(`requests were still running after ${STOP_MS / 1000} seconds; they were aborted`);
    else logger.info('stopped');
    process.exit(isLate ? 1 : 0);
  };
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        logger.error({ err: error }, 'stopping failed');
        process.exit(1);
      });
    });
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** One line for problems that an operator can fix; the stack for a defect. */
function fail(error: unknown): never {
  const known = [ConfigError, SetupError, MigrationError].some((kind) => error instanceof kind);
  process.stderr.write(`${known ? (error as Error).message : describe(error)}\n`);
  process.exit(1);
}

function describe(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  // 08P01: a pooler in session mode that does not take the settings of a connection.
  const ofServer = ['28P01', '28000', '3D000', '57P03', '08P01'];
  const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', ...ofServer];
  if (code !== undefined && unreachable.includes(code))
    return `DATABASE_URL: the database cannot be used: ${message ?? code}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
