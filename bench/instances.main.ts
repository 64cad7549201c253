/**
 * Measures one instance against two behind one address (`INSTANCES=2`) on one database, in interleaved rounds of one run.
 * `npm run bench -- instances --rounds 5 --seconds 3`. bench/README.md says how to read what it prints.
 */
import { parseArgs } from 'node:util';
import { startDatabaseServer, type BenchDatabase } from './database.js';
import { middle, ratioOf, type Ratio, type Sample } from './figures.js';
import type { Job, JobName } from './job.js';
import { jobsOf, SMALL } from './jobs.js';
import { partOfOne, wholeNumber } from './options.js';
import { whole, renewPart } from './page.js';
import { run } from './program.js';
import type { ServerProcess } from './server-process.js';
import { signInAgain, type Shop } from './shop.js';
import { fillShop, measureServer, startInstances } from './sides.js';

const PORT = 22_170;
const COUNTS = [1, 2] as const;
const JOBS: readonly JobName[] = ['cart-read', 'cart-change', 'list-500'];

/** Seconds in which an instance is warmed up before the first round; several, who share what comes, have as many times. */
const WARM_UP = 5;

interface Options {
  rounds: number;
  seconds: number;
  connections: number;
  /** Only jobs whose name contains this. */
  only: string;
  write: boolean;
}

/** A job as it was measured, by the number of instances. */
interface Measured {
  job: Job;
  samples: Record<(typeof COUNTS)[number], Sample[]>;
}

await run(readOptions, main);

function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { rounds: text, seconds: text, connections: text, only: text, write: { type: 'boolean', default: false } },
  });
  return {
    rounds: wholeNumber('rounds', values.rounds ?? '5', 3, 50),
    seconds: wholeNumber('seconds', values.seconds ?? '3', 1, 60),
    connections: wholeNumber('connections', values.connections ?? '32', 2, 64),
    only: partOfOne('only', values.only ?? '', JOBS),
    write: values.write,
  };
}

async function main(options: Options): Promise<void> {
  const server = await startDatabaseServer();
  const started: ServerProcess[] = [];
  try {
    const database = await server.create('instances');
    const shop = await fillShop(database, SMALL, PORT);
    for (const count of COUNTS) started.push(await startInstances(database.url, String(PORT + count), count));
    const jobs = jobsOf({ small: shop, large: shop }).filter(
      ({ name }) => JOBS.includes(name) && name.includes(options.only),
    );
    const all: Measured[] = [];
    for (const job of jobs) all.push(await measureJob(job, database, shop, started, options));
    const lines = table(all);
    for (const line of lines) process.stdout.write(`${line}\n`);
    const { connections, rounds, seconds } = options;
    if (options.write) {
      renewPart('bench:instances', [
        `${connections} connections, ${rounds} rounds of ${seconds} seconds; load, database and instances share all cores.`,
        '',
        ...lines,
      ]);
    }
  } finally {
    for (const one of started) await one.stop();
    await server.stop();
  }
}

async function measureJob(
  job: Job,
  database: BenchDatabase,
  shop: Shop,
  servers: readonly ServerProcess[],
  { connections, rounds, seconds }: Options,
): Promise<Measured> {
  await signInAgain(servers[0]!, shop);
  const measure = (index: number, duration: number): Promise<Sample> =>
    measureServer({ shop, database, server: servers[index]!, side: 'service' }, job, connections, duration);
  const samples: Measured['samples'] = { 1: [], 2: [] };
  for (const [index, count] of COUNTS.entries()) await measure(index, WARM_UP * count);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, count] of COUNTS.entries()) samples[count].push(await measure(index, seconds));
  }
  return { job, samples };
}

function table(all: readonly Measured[]): string[] {
  return [
    '| Job | Requests/s with 1 | with 2 | 2 to 1 (least to most) | p99, ms, with 1 | with 2 | CPU of a request, µs, with 1 | with 2 | 2 to 1 (least to most) | Errors |',
    '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ...all.map(({ job, samples }) => {
      const [one, two] = [middle(samples[1]), middle(samples[2])];
      const cells = [
        job.title,
        whole(one.perSecond),
        whole(two.perSecond),
        spread(ratioOf(samples[2], samples[1])),
        one.p99.toFixed(2),
        two.p99.toFixed(2),
        whole(one.cpu),
        whole(two.cpu),
        spread(ratioOf(samples[2], samples[1], ({ cpu }) => cpu)),
        one.errors + two.errors,
      ];
      return `| ${cells.join(' | ')} |`;
    }),
  ];
}

function spread({ median, least, most }: Ratio): string {
  return `**${median.toFixed(2)}** (${least.toFixed(2)} to ${most.toFixed(2)})`;
}
