/**
 * Measures the service through PgBouncer in transaction mode beside the service without: the processor time of a request
 * with named and unnamed statements, in interleaved rounds of one run, and the connections to the server under one load.
 * `npm run bench -- pooler --rounds 5 --seconds 3`. It needs Debian's package pgbouncer.
 */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { PgBouncer } from '#test/support/pgbouncer.js';
import { postmasterOf, startDatabaseServer, type BenchDatabase } from './database.js';
import { middle, ratioOf, type Sample } from './figures.js';
import type { Job, JobName } from './clients.js';
import { jobsOf, SMALL } from './jobs.js';
import { rounded } from './page.js';
import { processorOfAll } from '#test/support/processes.js';
import { type Values, whole } from '#test/support/options.js';
import { print } from '#test/support/proof.js';
import { defineBench } from './program.js';
import { ServerProcess } from './server-process.js';
import { signInAgain, type Shop } from './shop.js';
import { fillShop, measureServer } from './sides.js';

const SERVICE = join(process.cwd(), 'dist/main.js');
const PORT = 22_180;
const JOBS: readonly JobName[] = ['cart-read', 'cart-change', 'list-500'];

/** Of PgBouncer to the server. */
const POOLED = 4;
const CLIENTS = 64;
const WARM_UP = 3;
const LOOK_MS = 20;

const CONNECTIONS = `SELECT count(*)::int AS count FROM pg_stat_activity
  WHERE datname = current_database() AND application_name LIKE 'commerce%'`;

/** Ways to the database: with named statements, with unnamed ones, and unnamed through the pooler. */
const WAYS = ['named', 'unnamed', 'pooled'] as const;
type Way = (typeof WAYS)[number];
type Settings = Readonly<Record<string, string>>;

const OPTIONS = { rounds: whole(5, 3, 50), seconds: whole(3, 1, 60), connections: whole(8, 1, CLIENTS) };

/** A sample, and the database's processor time of a request in microseconds. */
type Measured = Sample & { readonly database: number };

export default defineBench({
  options: OPTIONS,
  run: async (options, after) => {
    const server = await startDatabaseServer();
    after(() => server.stop());
    const database = await server.create('pooled');
    const shop = await fillShop(database, SMALL, PORT);
    const { pooler, settings } = await PgBouncer.ready(database.url, POOLED);
    after(() => pooler.stop());
    const ways: Record<Way, Settings> = {
      named: { DATABASE_URL: database.url },
      // Another text, the same server: taken for a pooler.
      unnamed: { DATABASE_URL: `${database.url}?application_name=unnamed`, DATABASE_DIRECT_URL: database.url },
      pooled: settings,
    };
    const jobs = jobsOf({ small: shop, large: shop }).filter(({ name }) => JOBS.includes(name));
    for (const line of await compare(jobs, database, shop, ways, options)) print(line);
    for (const way of ['named', 'pooled'] as const) {
      const most = await connectionsOf(jobs[0]!, database, shop, ways[way]);
      print(`${way}: at most ${most} connections, ${CLIENTS} clients`);
    }
  },
});

function start(settings: Settings, port: number): Promise<ServerProcess> {
  const own = { PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: `http://127.0.0.1:${PORT}` };
  const env = { ...own, NODE_ENV: 'production', DEMO: 'false', ...settings };
  return ServerProcess.start([SERVICE], env, `0-${availableParallelism() - 1}`);
}

async function compare(
  jobs: readonly Job[],
  database: BenchDatabase,
  shop: Shop,
  ways: Record<Way, Settings>,
  { rounds, seconds, connections }: Values<typeof OPTIONS>,
): Promise<string[]> {
  const servers: Partial<Record<Way, ServerProcess>> = {};
  const postmaster = await postmasterOf(database);
  const lines: string[] = [];
  try {
    for (const [index, way] of WAYS.entries()) servers[way] = await start(ways[way], PORT + 1 + index);
    for (const job of jobs) {
      await signInAgain(servers.named!, shop);
      const measure = async (way: Way, duration: number): Promise<Measured> => {
        const before = processorOfAll(postmaster);
        const server = servers[way]!;
        const sample = await measureServer({ shop, database, server, side: 'service' }, job, connections, duration);
        const requests = sample.perSecond * duration;
        return { ...sample, database: ((processorOfAll(postmaster) - before) * 1_000) / requests };
      };
      const samples: Record<Way, Measured[]> = { named: [], unnamed: [], pooled: [] };
      for (const way of WAYS) await measure(way, WARM_UP);
      for (let round = 0; round < rounds; round += 1) {
        for (const way of WAYS) samples[way].push(await measure(way, seconds));
      }
      lines.push(...describe(job, samples));
    }
    return lines;
  } finally {
    for (const server of Object.values(servers)) await server.stop();
  }
}

function describe({ title }: Job, samples: Record<Way, Measured[]>): string[] {
  return WAYS.map((way) => {
    const { cpu, perSecond, p99, errors } = middle(samples[way]);
    const own = ratioOf(samples[way], samples.named, (sample) => sample.cpu);
    const theirs = ratioOf(samples[way], samples.named, (sample) => sample.database);
    const spread = ({ median, least, most }: typeof own): string =>
      `${median.toFixed(2)} (${least.toFixed(2)} to ${most.toFixed(2)})`;
    return `${title}, ${way}: service ${rounded(cpu)} µs, ${spread(own)}; database ${spread(theirs)}; ${rounded(perSecond)}/s, p99 ${p99.toFixed(1)} ms, ${errors} errors`;
  });
}

/** The most connections to the server while many clients do a job. */
async function connectionsOf(job: Job, database: BenchDatabase, shop: Shop, settings: Settings): Promise<number> {
  const server = await start(settings, PORT + 9);
  let most = 0;
  const look = setInterval(() => {
    void database.pool
      .query<{ count: number }>(CONNECTIONS)
      .then(({ rows }) => (most = Math.max(most, rows[0]!.count)));
  }, LOOK_MS);
  try {
    await signInAgain(server, shop);
    await measureServer({ shop, database, server, side: 'service' }, job, CLIENTS, WARM_UP);
    return most;
  } finally {
    clearInterval(look);
    await server.stop();
  }
}
