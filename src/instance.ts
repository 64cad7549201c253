import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { createApp } from './app.js';
import type { Config } from './common/config/config.js';
import { ConfigError } from './common/config/read-config.js';
import { Connections } from './common/http/graceful-close.js';
import { ALL_METRICS, OWN_METRICS, ProcessLink, READY, type Place } from './common/instances/index.js';
import type { Extension } from './common/replaceable.js';
import { prepareFirstStart } from './modules/first-start/index.js';
import { Readiness } from './modules/health/index.js';
import { Metrics } from './modules/metrics/index.js';

/** Milliseconds between failing readiness and closing the door, so that load balancers notice. */
const DRAIN_MS = 500;

/** Milliseconds that the supervisor has to answer. */
const ANSWER_MS = 2_000;

/** What takes requests, in this process or in several. */
export interface Service {
  /** What is to be printed now that it does. */
  lines: readonly string[];
  /** Lets requests in flight finish, and those that come on open connections. */
  stop(): Promise<void>;
}

/** What an instance is made of. */
export interface InstanceOptions {
  config: Config;
  /** A PostgreSQL database that the migrations have been run on. */
  databaseUrl: string;
  extensions: readonly Extension[];
  logger: Logger;
  /** What this process is among several; undefined when it is the only one. */
  place: Place | undefined;
}

/** Makes the service in this process, and listens. */
export async function runInstance(options: InstanceOptions): Promise<Service> {
  const { config, place } = options;
  const app = await createApp(options);
  const connections = new Connections(app.getHttpServer());
  const lines = place === undefined || place.makesFirstStart ? await prepareFirstStart(app) : [];
  await listen(app, config);
  if (place !== undefined) joinOthers(app.get(Metrics, { strict: false }), place, lines);
  return { lines, stop: () => stop(app, connections) };
}

async function listen(app: NestFastifyApplication, { host, port }: Config): Promise<void> {
  try {
    // Fastify's own line would be a second one with the word that supervisors wait for.
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

/** Tells the supervisor that this worker is ready, and shares metrics: a scrape reaches any of the workers. */
function joinOthers(metrics: Metrics, { number }: Place, lines: readonly string[]): void {
  const supervisor = new ProcessLink(process, { [OWN_METRICS]: () => metrics.own() });
  metrics.share(number, () => supervisor.ask(ALL_METRICS, ANSWER_MS));
  void supervisor.ask(READY, ANSWER_MS, JSON.stringify(lines));
}

async function stop(app: NestFastifyApplication, connections: Connections): Promise<void> {
  app.get(Readiness, { strict: false }).stop();
  await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
  await connections.stopAccepting();
  await app.close();
}
