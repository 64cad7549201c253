import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { program } from '#test/support/service-process.js';
import type { BenchDatabase } from './database.js';
import { quantile, type Sample } from './figures.js';
import type { Job, SideName } from './clients.js';
import { load } from './load.js';
import { ServerProcess } from './server-process.js';
import { openShop, SUPER_ADMIN, type Shop } from './shop.js';

const SERVICE = join(process.cwd(), 'dist/main.js');

const FLOOR = program('test/bench/floor/server.ts');

/** Those of `npm start`. */
const SERVICE_FLAGS = readFileSync('package.json', 'utf8').match(/--[a-z-]+-space-size=\d+/g) ?? [];

/** A catalogue with all servers on it. */
export interface Stand {
  shop: Shop;
  database: BenchDatabase;
  servers: Record<SideName, ServerProcess>;
}

/**
 * Starts the service on an empty database, fills it, and starts the service again: warm tables, cold process.
 * @param carts carts beside those that the jobs use
 */
export async function openService(
  database: BenchDatabase,
  bundles: number,
  port: number,
  carts = 0,
): Promise<{ service: ServerProcess; shop: Shop }> {
  const shop = await fillShop(database, bundles, port, carts);
  return { service: await startService(database.url, String(port)), shop };
}

/** The same with both floors beside it, at the next ports. */
export async function openStand(
  database: BenchDatabase,
  bundles: number,
  firstPort: number,
  carts = 0,
): Promise<Stand> {
  const { service, shop } = await openService(database, bundles, firstPort, carts);
  const env = { DATABASE_URL: database.url, PORT: String(firstPort + 1), APPLICATION_ID: shop.applicationId };
  const computing = { ...env, PORT: String(firstPort + 2), COMPUTES: '1' };
  return {
    shop,
    database,
    servers: {
      service,
      floor: await ServerProcess.start(FLOOR, env),
      computing: await ServerProcess.start(FLOOR, computing),
    },
  };
}

/** Starts the service on an empty database, fills it, and stops the service. */
export async function fillShop(database: BenchDatabase, bundles: number, port: number, carts = 0): Promise<Shop> {
  const service = await startService(database.url, String(port));
  const shop = await openShop(service, database, bundles, carts);
  await service.stop();
  return shop;
}

/** Starts the service on any of the machine's cores. */
export function startOnAllCores(databaseUrl: string, port: string): Promise<ServerProcess> {
  return ServerProcess.start(
    [...SERVICE_FLAGS, SERVICE],
    settingsOf(databaseUrl, port),
    `0-${availableParallelism() - 1}`,
  );
}

/**
 * Starts the service as an operator would: it writes its log.
 * @param profile a directory for a V8 profile of the process; without one it is not profiled
 */
export function startService(databaseUrl: string, port: string, profile = ''): Promise<ServerProcess> {
  const profiling = profile === '' ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  return ServerProcess.start([...SERVICE_FLAGS, ...profiling, SERVICE], settingsOf(databaseUrl, port));
}

function settingsOf(databaseUrl: string, port: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    PORT: port,
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    NODE_ENV: 'production',
    DEMO: 'false',
    SUPER_ADMIN_USERNAME: SUPER_ADMIN.username,
    SUPER_ADMIN_PASSWORD: SUPER_ADMIN.password,
  };
}

/** Measures one job on one side. */
export function measure(
  { shop, database, servers }: Stand,
  side: SideName,
  job: Job,
  connections: number,
  seconds: number,
): Promise<Sample> {
  return measureServer({ shop, database, server: servers[side], side }, job, connections, seconds);
}

/** Measures one job on one server. */
export async function measureServer(
  { shop, database, server, side }: Pick<Stand, 'shop' | 'database'> & { server: ServerProcess; side: SideName },
  job: Job,
  connections: number,
  seconds: number,
): Promise<Sample> {
  const time = Math.max(seconds, job.leastSeconds ?? 0);
  const before = await database.work();
  const cpu = server.cpu();
  const {
    requests,
    seconds: taken,
    latencies,
    errors,
  } = await load(server.url, job, (index) => job.client(index, side), connections, time, headersOf(shop, side));
  const after = await database.work();
  return {
    perSecond: requests / taken,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    cpu: (server.cpu() - cpu) / requests,
    statements: (after.statements - before.statements) / requests,
    databaseUs: ((after.ms - before.ms) * 1000) / requests,
    errors,
  };
}

/** The headers by which a side knows who asks. */
export function headersOf(shop: Shop, side: SideName): (uid: number) => Readonly<Record<string, string>> {
  if (side === 'floor') return (uid) => ({ 'x-uid': String(uid) });
  const tokens = new Map([shop.apiAdmin, ...shop.members].map((person) => [person.uid, person.accessToken]));
  return (uid) => ({ apikey: shop.apikey, authorization: `Bearer ${tokens.get(uid) ?? ''}` });
}

/** Stops all servers. */
export async function closeStand({ servers }: Stand): Promise<void> {
  await Promise.all(Object.values(servers).map((server) => server.stop()));
}
