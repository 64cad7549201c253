/**
 * Measures the service's memory while 32 clients ask as fast as they are answered, of all that a shop's clients ask.
 * `npm run bench -- memory --minutes 10`. test/bench/README.md says how to read what it prints.
 */
import { parseArgs } from 'node:util';
import { leaveServerCore } from './cores.js';
import { startDatabaseServer } from './database.js';
import type { SideName } from './job.js';
import { jobsOf, SMALL } from './jobs.js';
import { load, type Load } from './load.js';
import { MemoryCurve, type MemorySample } from './memory-curve.js';
import { mixOf } from './mix.js';
import { wholeNumber } from './options.js';
import { renewPart } from './page.js';
import { run } from './program.js';
import { headersOf, openService } from './sides.js';

const PORT = 22_140;
const CONNECTIONS = 32;
const SAMPLE_MS = 2_000;
const SIDE: SideName = 'service';

/** What is wanted: memory at its highest in MB, and how much of it may come to it in each minute of the second half. */
const MOST_MB = 250;
const MOST_GROWTH = 0.5;

interface Options {
  minutes: number;
  write: boolean;
}

await run(readOptions, main);

function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: { minutes: { type: 'string' }, write: { type: 'boolean', default: false } },
  });
  // An access token is good for 15 minutes.
  return { minutes: wholeNumber('minutes', values.minutes ?? '10', 1, 14), write: values.write };
}

async function main({ minutes, write }: Options): Promise<void> {
  leaveServerCore();
  const server = await startDatabaseServer();
  try {
    const { service, shop } = await openService(await server.create('memory'), SMALL, PORT);
    try {
      const curve = new MemoryCurve(() => service.memory());
      const jobs = jobsOf({ small: shop, large: shop });
      const sampling = setInterval(() => printSample(curve.take()), SAMPLE_MS);
      const mix = (index: number) => mixOf(jobs, index, SIDE);
      const done = await load(service.url, {}, mix, CONNECTIONS, minutes * 60, headersOf(shop, SIDE)).finally(() =>
        clearInterval(sampling),
      );
      report(curve, done, minutes, write);
    } finally {
      await service.stop();
    }
  } finally {
    await server.stop();
  }
}

function printSample({ minute, rss, pss }: MemorySample): void {
  process.stdout.write(`${minute.toFixed(2).padStart(6)} min  ${rss.toFixed(0)} MB (${pss.toFixed(0)} MB its own)\n`);
}

function report(curve: MemoryCurve, { requests, seconds, errors }: Load, minutes: number, write: boolean): void {
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
  if (write) renewPart('bench:memory', lines);
}
