/**
 * Shows that secrets stay where they belong: walks all routes with secrets that occur nowhere else, well and badly, then
 * searches logs, metrics, answers, webhooks and all tables for any piece of any of them. `npm run prove:secrets`.
 * Ends with 0 when none was found where it should not be.
 */
import { findPlace, type Place } from '../support/place.js';
import { Random } from '../support/random.js';
import { readOptions, type Options } from './options.js';
import { carryOut, type Outcome } from './run.js';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Leaks of one place that are shown. */
const EXAMPLES = 10;

try {
  process.exitCode = await main(readOptions(process.argv.slice(2)));
} catch (error) {
  print(`not proved: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function main(options: Options): Promise<number> {
  print(`seed ${options.seed}`);
  const givenUp = new AbortController();
  const giveUp = (why: string) => givenUp.abort(new Error(why));
  const clock = setTimeout(() => giveUp(`not done after ${options.minutes} minutes`), options.minutes * 60_000);
  for (const name of STOP_SIGNALS) process.once(name, () => giveUp(`stopped by ${name}`));
  const place = await findPlace();
  try {
    return await prove(options, place, givenUp.signal);
  } finally {
    clearTimeout(clock);
    await place.leave(options.keep);
    if (options.keep) print(`the data and the logs are in ${place.dataDir}`);
  }
}

async function prove({ seed }: Options, place: Place, signal: AbortSignal): Promise<number> {
  const begun = performance.now();
  const outcome = await carryOut(place, new Random(seed), signal);
  for (const line of describe(outcome)) print(line);
  print(`${'duration'.padEnd(44)}${((performance.now() - begun) / 1000).toFixed(0)} s`);
  const unseen = outcome.service.operations.filter(({ id }) => !outcome.service.succeeded.has(id));
  for (const { id } of unseen) print(`never succeeded: ${id}`);
  const isProved = unseen.length === 0 && outcome.searched.every(({ leaks }) => leaks.length === 0);
  print(isProved ? 'proved: no piece of a secret was where it should not be' : 'not proved');
  return isProved ? 0 : 1;
}

function describe({ searched, service, secrets, failed, webhooks, statements, lines }: Outcome): string[] {
  const { heard, succeeded, operations } = service;
  const refused = heard.filter(({ status }) => status >= 400 && status < 500).length;
  const kinds = [...secrets.counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
  const figures: [string, string][] = [
    ['operations', `${succeeded.size} of ${operations.length} walked with success`],
    ['answers', `${heard.length}, of which ${refused} refused and ${failed} failed for what was broken`],
    ['secrets', `${secrets.size}: ${kinds}`],
    ['log lines, webhooks, statements', `${lines}, ${webhooks}, ${statements}`],
  ];
  const places = searched.map(({ place, size, leaks }): [string, string] => [
    place,
    `${size} characters, ${leaks.length === 0 ? 'no secret' : `${leaks.length} SECRETS`}`,
  ]);
  const examples = searched.flatMap(({ place, leaks }) => [
    ...leaks.slice(0, EXAMPLES).map((leak) => `${place}: ${leak}`),
    ...(leaks.length > EXAMPLES ? [`${place}: and ${leaks.length - EXAMPLES} more`] : []),
  ]);
  return [...[...figures, ...places].map(([name, text]) => `${name.padEnd(44)}${text}`), ...examples];
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
