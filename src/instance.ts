import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import type { Config } from '#common/config/config.js';
import { ConfigError } from '#common/config/config-error.js';
import { Connections } from '#common/http/graceful-close.js';
import { endJobProcess, type Attempt } from '#common/jobs/job-process.js';
import { LongJobs } from '#common/jobs/index.js';
import type { Extension } from '#common/extensions.js';
import { startTracing, stopTracing, tracing } from '#common/tracing/tracing.js';
import { prepareFirstStart } from '#operations/first-start/index.js';
import { Readiness } from '#operations/health/index.js';

/** The running service. */
export interface Service {
  /** Lines to print once it is ready. */
  lines: readonly string[];
  /** Stops gracefully: finishes requests in flight, and those that arrive on open connections. */
  stop(): Promise<void>;
}

/** Options of {@link runInstance}. */
export interface InstanceOptions {
  config: Config;
  /** A migrated PostgreSQL database. */
  databaseUrl: string;
  extensions: readonly Extension[];
  logger: Logger;
}

/** Starts the service in this process, and listens. */
export async function runInstance(options: InstanceOptions): Promise<Service> {
  const { config, logger } = options;
  await startTracing(config.traces, logger);
  const app = await createApp(options);
  const connections = new Connections(app.getHttpServer());
  const lines = await prepareFirstStart(app);
  await listen(app, config);
  return { lines, stop: () => stop(app, connections) };
}

/** Runs one attempt at a long job, in a child process without requests and other jobs. */
export async function runAttempt(
  settings: Config,
  logger: Logger,
  extensions: readonly Extension[],
  { id, runner }: Attempt,
): Promise<never> {
  return endJobProcess(async (signal) => {
    const config = { ...settings, jobConcurrency: 0, webhookConcurrency: 0 };
    await startTracing(settings.traces, logger);
    const app = await createApp({ config, databaseUrl: settings.databaseUrl!, extensions, logger });
    const work = (): Promise<void> => app.get(LongJobs, { strict: false }).work(id, runner, signal);
    await (tracing()?.job('long-job', work) ?? work()).finally(stopTracing);
    await app.close();
  });
}

async function listen(app: NestFastifyApplication, { host, port }: Config): Promise<void> {
  try {
    // Fastify's default text contains "listening", which process managers wait for.
    await app
      .getHttpAdapter()
      .getInstance()
      .listen({ port, host, listenTextResolver: () => 'accepting connections' });
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

async function stop(app: NestFastifyApplication, connections: Connections): Promise<void> {
  app.get(Readiness, { strict: false }).stop();
  await connections.stopAccepting();
  await app.close();
  await stopTracing();
}
