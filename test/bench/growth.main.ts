/**
 * Measures what more data cost: database time and processor time of each request, of the same jobs on ever larger tables.
 * `npm run bench -- growth`; `--largest 100000 --only bundles` for less, `--write` renews the tables of
 * docs/performance.md. test/bench/README.md says how to read what it prints.
 */
import { partOf, whole } from '#test/support/options.js';
import { print } from '#test/support/proof.js';
import { type Client, type Job, Searcher } from './clients.js';
import { type BenchServer, startDatabaseServer } from './database.js';
import { middle } from './figures.js';
import { jobsOf, lister } from './jobs.js';
import { rounded } from './page.js';
import { defineBench } from './program.js';
import { leaveServerCore } from './server-process.js';
import { PRODUCT_TYPE, type Shop, signInAgain } from './shop.js';
import { closeStand, measure, openStand, type Stand } from './sides.js';

const PORT = 22_130;
const CONNECTIONS = 8;
const SECONDS = 3;
const WARM_UP = 4;
const ROUNDS = 3;
const CARTS = [10_000, 100_000, 1_000_000];
const BUNDLES = [1_000, 30_000, 1_000_000];

/** Bundles of the databases in which carts grow. */
const FEW = 1_000;

/** A job with what is wanted of it. */
interface GrowingJob {
  job: Job;
  wanted: Wanted;
}

interface Growth {
  what: 'carts' | 'bundles';
  sizes: readonly number[];
  contents: (size: number) => [bundles: number, carts: number];
  jobs: (shop: Shop) => GrowingJob[];
}

const GROWTHS: readonly Growth[] = [
  { what: 'carts', sizes: CARTS, contents: (size) => [FEW, size], jobs: cartJobs },
  { what: 'bundles', sizes: BUNDLES, contents: (size) => [size, 0], jobs: bundleJobs },
];

export default defineBench({
  options: {
    /** Rows of the largest tables. */
    largest: whole(1_000_000, 1_000, 10_000_000),
    /** What grows; all when empty. */
    only: partOf(GROWTHS.map(({ what }) => what)),
  },
  run: async ({ largest, only }, after, pages) => {
    leaveServerCore();
    const server = await startDatabaseServer();
    after(() => server.stop());
    for (const growth of GROWTHS.filter(({ what }) => what.includes(only))) {
      const sizes = growth.sizes.filter((size) => size <= largest);
      const table = growthTable(growth.what, sizes, await grow(server, { ...growth, sizes }));
      for (const line of table) print(line);
      pages.renew(`growth-${growth.what}`, table);
    }
  },
});

/** One database after the other, each removed before the next: they would fill the disk. */
async function grow(server: BenchServer, { what, sizes, contents, jobs }: Growth): Promise<Grown[]> {
  const all = new Map<string, Grown>();
  for (const size of sizes) {
    const [bundles, carts] = contents(size);
    const name = `${what}_${size}`;
    const stand = await openStand(await server.create(name), bundles, PORT, carts);
    try {
      for (const { job, wanted } of jobs(stand.shop)) {
        const grown = all.get(job.title) ?? { title: job.title, wanted, costs: [] };
        all.set(job.title, grown);
        grown.costs.push(await cost(stand, job));
      }
    } finally {
      await closeStand(stand);
    }
    await server.drop(name);
  }
  return [...all.values()];
}

async function cost(stand: Stand, job: Job): Promise<Cost> {
  await signInAgain(stand.servers.service, stand.shop);
  // One client alone: what the first search of many names finds is kept, and eight at once would all look for it.
  await measure(stand, 'service', job, 1, WARM_UP);
  await measure(stand, 'service', job, CONNECTIONS, 1);
  const samples = [];
  for (let round = 0; round < ROUNDS; round += 1)
    samples.push(await measure(stand, 'service', job, CONNECTIONS, SECONDS));
  const { databaseUs, cpu, errors } = middle(samples);
  if (errors > 0) throw new Error(`${job.title}: ${errors} answers were not right`);
  // Rounds in which a busy machine answered nothing are no figures.
  if (!Number.isFinite(databaseUs + cpu)) throw new Error(`${job.title}: a round ended without an answer`);
  return { database: databaseUs, service: cpu };
}

function cartJobs(shop: Shop): GrowingJob[] {
  return jobsOf({ small: shop, large: shop })
    .filter(({ name }) => name === 'cart-read' || name === 'cart-change')
    .map((job) => ({ job, wanted: { times: 1.5 } }));
}

function bundleJobs(shop: Shop): GrowingJob[] {
  const reader = (title: string, wanted: Wanted, client: (uid: number) => Client): GrowingJob => ({
    job: {
      name: title,
      title,
      catalogue: 'small',
      hasFloor: false,
      client: (index) => client(shop.members[index % shop.members.length]!.uid),
    },
    wanted,
  });
  const page = (title: string, wanted: Wanted, offset: number, category?: string): GrowingJob =>
    reader(title, wanted, (uid) => lister(uid, shop, offset, category === undefined ? {} : { category }));
  const [middle, last] = [shop.bundles / 2, shop.bundles - 50];
  const first: Wanted = { times: 1.5 };
  const deep: Wanted = { ms: 50 };
  const type = PRODUCT_TYPE.name;
  return [
    page('the first page', first, 0),
    page('a page in the middle', deep, middle),
    page('the last page', deep, last),
    page('the first page of a type', first, 0, type),
    page('a page in the middle of a type', deep, middle, type),
    page('the last page of a type', deep, last, type),
    reader('search for one name, each time another', { times: 3 }, (uid) => new Searcher(uid, shop.bundles)),
    reader('search again for what a fourth have in their names', {}, (uid) => lister(uid, shop, 0, { name: 'aloe' })),
  ];
}

/** What a request costs, in microseconds. */
interface Cost {
  database: number;
  service: number;
}

/** What is wanted of a job. */
interface Wanted {
  /** Most that the largest may cost, as a multiple of the smallest. */
  times?: number;
  /** Most that the largest may cost, in milliseconds of the database. */
  ms?: number;
}

/** A job on ever larger tables. */
interface Grown {
  title: string;
  wanted: Wanted;
  /** By size, smallest first. */
  costs: Cost[];
}

/** A Markdown table of what each request costs the database, and the service's processor. */
function growthTable(what: string, sizes: readonly number[], all: readonly Grown[]): string[] {
  const columns = sizes.map((size) => `${size.toLocaleString('en')} ${what}`);
  return [
    `| Database (service), µs | ${columns.join(' | ')} | Largest / smallest | Wanted |`,
    `| --- | ${columns.map(() => '---:').join(' | ')} | ---: | ---: |`,
    ...all.map(({ title, wanted, costs }) => {
      const cells = costs.map(({ database, service }) => `${rounded(database)} (${rounded(service)})`);
      return `| ${[title, ...cells, `**${times(costs).toFixed(2)}**`, describe(wanted)].join(' | ')} |`;
    }),
  ];
}

function times(costs: readonly Cost[]): number {
  return (costs.at(-1)?.database ?? Number.NaN) / (costs[0]?.database ?? Number.NaN);
}

function describe({ times: most, ms }: Wanted): string {
  return [most === undefined ? [] : [`≤ ${most.toFixed(1)}`], ms === undefined ? [] : [`≤ ${rounded(ms * 1000)} µs`]]
    .flat()
    .join(', ');
}
