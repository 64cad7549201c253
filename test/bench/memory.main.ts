/**
 * Measures the service's memory while 32 clients ask as fast as they are answered, of all that a shop's clients ask.
 * `npm run bench -- memory --minutes 10`. test/bench/README.md says how to read what it prints.
 */
import { whole } from '#test/support/options.js';
import { startDatabaseServer } from './database.js';
import type { Client, Job, Sent, SideName } from './clients.js';
import { jobsOf, SMALL } from './jobs.js';
import { load, type Load } from './load.js';
import type { Pages } from './page.js';
import { defineBench } from './program.js';
import { leaveServerCore } from './server-process.js';
import { headersOf, openService } from './sides.js';

const PORT = 22_140;
const CONNECTIONS = 32;
const SAMPLE_MS = 2_000;
const SIDE: SideName = 'service';

/** What is wanted: memory at its highest in MB, and how much of it may come to it in each minute of the second half. */
const MOST_MB = 250;
const MOST_GROWTH = 0.5;

export default defineBench({
  // An access token is good for 15 minutes.
  options: { minutes: whole(10, 1, 14) },
  run: async ({ minutes }, after, pages) => {
    leaveServerCore();
    const server = await startDatabaseServer();
    after(() => server.stop());
    const { service, shop } = await openService(await server.create('memory'), SMALL, PORT);
    after(() => service.stop());
    const curve = new MemoryCurve(() => service.memory());
    const jobs = jobsOf({ small: shop, large: shop });
    const sampling = setInterval(() => printSample(curve.take()), SAMPLE_MS);
    after(() => clearInterval(sampling));
    const mix = (index: number) => mixOf(jobs, index, SIDE);
    const done = await load(service.url, {}, mix, CONNECTIONS, minutes * 60, headersOf(shop, SIDE));
    clearInterval(sampling);
    report(curve, done, minutes, pages);
  },
});

function printSample({ minute, rss, pss }: MemorySample): void {
  process.stdout.write(`${minute.toFixed(2).padStart(6)} min  ${rss.toFixed(0)} MB (${pss.toFixed(0)} MB its own)\n`);
}

function report(curve: MemoryCurve, { requests, seconds, errors }: Load, minutes: number, pages: Pages): void {
  const { start, firstMinute, end, most, growth } = curve.summary();
  const isHeld = most.rss < MOST_MB && growth < MOST_GROWTH && errors === 0;
  const mb = ({ rss, pss }: MemorySample): string => `${rss.toFixed(0)} MB (${pss.toFixed(0)})`;
  const lines = [
    `${minutes} minutes at ${CONNECTIONS} connections, ${(requests / seconds).toFixed(0)} requests/s, ${errors} errors.`,
    '',
    '| Idle | After 1 minute | At the end | At most | Growth in the second half | Wanted | Held |',
    '| ---: | ---: | ---: | ---: | ---: | ---: | --- |',
    `| ${[start, firstMinute, end, most].map(mb).join(' | ')} | ${growth.toFixed(2)} MB/min | < ${MOST_MB} MB, < ${MOST_GROWTH} MB/min | ${isHeld ? 'yes' : 'no'} |`,
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  if (!isHeld) process.exitCode = 1;
  pages.renew('bench:memory', lines);
}

const BYTES_OF_MB = 1_000_000;

/** What the process held at a moment, in MB. */
interface MemorySample {
  /** Minutes since the curve began. */
  minute: number;
  /** All pages that it has in memory. */
  rss: number;
  /** The same, with pages that other processes use too (the program's own, libraries) shared out among them. */
  pss: number;
}

/** Memory over time. */
class MemoryCurve {
  private readonly begun = performance.now();
  private readonly samples: MemorySample[] = [];

  /** @param read the bytes that the process holds now; the first reading is taken at once */
  constructor(private readonly read: () => { rss: number; pss: number }) {
    this.take();
  }

  take(): MemorySample {
    const { rss, pss } = this.read();
    const minute = (performance.now() - this.begun) / 60_000;
    const sample = { minute, rss: rss / BYTES_OF_MB, pss: pss / BYTES_OF_MB };
    this.samples.push(sample);
    return sample;
  }

  /** The curve in a few figures; growth is the slope of its second half, in MB a minute. */
  summary(): Record<'start' | 'firstMinute' | 'end' | 'most', MemorySample> & { growth: number } {
    const { samples } = this;
    const [start, end] = [samples[0]!, samples.at(-1)!];
    return {
      start,
      firstMinute: samples.find(({ minute }) => minute >= 1) ?? end,
      end,
      most: samples.reduce((most, sample) => (sample.rss > most.rss ? sample : most)),
      growth: slope(samples.filter(({ minute }) => minute >= end.minute / 2)),
    };
  }
}

/** By least squares: of a saw's teeth it takes the middle. */
function slope(samples: readonly MemorySample[]): number {
  const mean = (of: (sample: MemorySample) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
  const [x, y] = [mean(({ minute }) => minute), mean(({ rss }) => rss)];
  return mean(({ minute, rss }) => (minute - x) * (rss - y)) / mean(({ minute }) => (minute - x) ** 2);
}

/** What a client does, by the names of the jobs, over and over; what it adds it takes out again before it reads. */
const ROUND = [
  'cart-read',
  'list-500',
  'cart-read',
  'cart-change',
  'cart-read',
  'cart-add',
  'cart-add',
  'cart-read',
  'wishlist-read',
  'cart-read',
];

/** After so many rounds it exchanges its refresh token, and logs in. */
const ROUNDS = 20;
const LAST = ['refresh', 'log-in'];

/** Those that exchange tokens are others than those that shop with theirs. */
const OTHER_PERSON = 32;

/**
 * A client that does all that a shop's clients do, in turn.
 * @param index of its connection, 0 to 31; they begin at different rounds
 */
function mixOf(jobs: readonly Job[], index: number, side: SideName): Client {
  const client = (name: string, person: number): Client => {
    const job = jobs.find((one) => one.name === name);
    if (job === undefined) throw new Error(`there is no job ${name}`);
    return job.client(person, side);
  };
  const round = new Map([...new Set(ROUND)].map((name) => [name, client(name, index)]));
  const last = LAST.map((name) => client(name, index + OTHER_PERSON));
  const turns = Array.from({ length: ROUNDS }, () => ROUND.map((name) => round.get(name)!)).flat();
  return new Mix([...turns, ...last], (index % ROUNDS) * ROUND.length);
}

class Mix implements Client {
  private current: Client;

  constructor(
    private readonly turns: readonly Client[],
    private turn: number,
  ) {
    this.current = turns[turn % turns.length]!;
  }

  get uid(): number {
    return this.current.uid;
  }

  next(): Sent {
    this.current = this.turns[this.turn % this.turns.length]!;
    this.turn += 1;
    return this.current.next();
  }

  check(status: number, body: string): boolean {
    return this.current.check(status, body);
  }
}
