import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import type { Config } from './common/config/config.js';
import { ConfigError, readConfig } from './common/config/read-config.js';
import { migrate, type MigrationClass } from './common/database/data-source.js';
import { EmbeddedPostgresError, startEmbeddedPostgres, type EmbeddedServer } from './common/database/embedded/index.js';
import { stopAccepting } from './common/http/graceful-close.js';
import { createLogger } from './common/logging/logger.js';
import type { Extension } from './common/replaceable.js';
import { prepareFirstStart } from './modules/first-start/index.js';
import { Readiness } from './modules/health/index.js';

/** Milliseconds that requests in flight have to finish when the service is told to stop. */
const STOP_MS = 25_000;

/** Milliseconds between failing readiness and closing the door, so that load balancers notice. */
const DRAIN_MS = 500;

const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** What a start may be given. */
export interface StartOptions {
  extensions?: readonly Extension[];
  /** Migrations of the extensions' own tables (TypeORM's migration classes); they run after the service's. */
  migrations?: readonly MigrationClass[];
}

/** Starts the service with the environment's settings. A failure ends the process with one clear line. */
export async function start({ extensions = [], migrations = [] }: StartOptions = {}): Promise<void> {
  let embedded: EmbeddedServer | undefined;
  let starting: Promise<EmbeddedServer> | undefined;
  const early = endOnEarlySignal(() => starting);
  try {
    const config = readConfig(process.env);
    const logger = createLogger(config.logLevel);
    if (config.databaseUrl === undefined) {
      starting = startEmbeddedPostgres({ dataDir: config.dataDir, warn: (line) => logger.warn(line) });
      embedded = await starting;
    }
    const databaseUrl = config.databaseUrl ?? embedded!.url;
    await migrate(databaseUrl, migrations);
    const app = await createApp({ config, databaseUrl, extensions, logger });
    const lines = await prepareFirstStart(app);
    await listen(app, config);
    early.forget();
    stopOnSignal(app, embedded, logger);
    for (const line of lines) print(line);
    print(`listening on ${config.publicUrl}`);
  } catch (error) {
    // Whoever told it to stop does not ask why the rest of the start failed; the signal's own work ends the process.
    if (early.isStopping()) return;
    await embedded?.release().catch(() => undefined);
    fail(error);
  }
}

/** Until the service listens, a signal ends it at once, but leaves no database server behind. */
function endOnEarlySignal(starting: () => Promise<EmbeddedServer> | undefined): {
  isStopping: () => boolean;
  forget: () => void;
} {
  let stopping = false;
  const end = async (): Promise<void> => {
    stopping = true;
    await (await starting())?.release();
  };
  const onSignal = (): void => {
    end().then(() => process.exit(0), fail);
  };
  for (const signal of STOP_SIGNALS) process.once(signal, onSignal);
  return {
    isStopping: () => stopping,
    forget: () => STOP_SIGNALS.forEach((signal) => process.off(signal, onSignal)),
  };
}

async function listen(app: NestFastifyApplication, { host, port }: Config): Promise<void> {
  try {
    // Fastify's own line would be a second one with the word that supervisors wait for.
    await app
      .getHttpAdapter()
      .getInstance()
      .listen({ port, host, listenTextResolver: (address) => `accepting connections at ${address}` });
  } catch (error) {
    await app.close();
    const { code } = error as { code?: string };
    const reasons: Record<string, string> = {
      EADDRINUSE: `PORT ${port} is in use; choose another one`,
      EACCES: `PORT ${port} needs more rights than this user has; choose one above 1023`,
      EADDRNOTAVAIL: `HOST ${host} is not an address of this machine`,
      ENOTFOUND: `HOST ${host} cannot be resolved`,
    };
    throw new ConfigError(reasons[code ?? ''] ?? `cannot listen on ${host}:${port}: ${String(error)}`);
  }
}

function stopOnSignal(app: NestFastifyApplication, embedded: EmbeddedServer | undefined, logger: Logger): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    app.get(Readiness, { strict: false }).stop();
    setTimeout(() => process.exit(1), STOP_MS).unref();
    await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
    await stopAccepting(app.getHttpServer());
    await app.close();
    await embedded?.release();
    logger.info('stopped');
    process.exit(0);
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

/** One line, for what an operator can mend; the whole error for a defect. */
function fail(error: unknown): never {
  const known = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  process.stderr.write(`${known ? error.message : describe(error)}\n`);
  process.exit(1);
}

function describe(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EHOSTUNREACH', '28P01', '28000', '3D000', '57P03'];
  if (code !== undefined && unreachable.includes(code))
    return `DATABASE_URL: the database cannot be used: ${message ?? code}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
