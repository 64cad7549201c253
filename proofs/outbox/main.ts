/**
 * Shows that the outbox loses nothing: kills processes of the service at random moments while clients work, then looks
 * whether each committed change was delivered and no other. `npm run prove:outbox -- --kills 200 --seed 1`.
 * Ends with 0 when all of it holds, with 1 when anything is lost, was delivered without being committed, or went wrong.
 */
import { figuresOf } from './figures.js';
import { readOptions, type Options } from './options.js';
import { findPlace, type Place } from '../support/place.js';
import { describe } from './report.js';
import { Run } from './run.js';
import { judge } from './verdict.js';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

try {
  process.exitCode = await main(readOptions(process.argv.slice(2), process.env));
} catch (error) {
  print(`not proved: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function main(options: Options): Promise<number> {
  print(`seed ${options.seed}, ${options.kills} kills`);
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
    if (options.keep) print(`the data and services.log are in ${place.dataDir}`);
  }
}

async function prove(options: Options, place: Place, signal: AbortSignal): Promise<number> {
  const begun = performance.now();
  const run = new Run(options, place, signal, print);
  try {
    const { evidence, ...outcome } = await run.carryOut();
    const failures = judge(evidence);
    const figures = figuresOf(evidence);
    const { events, changes } = evidence;
    const seconds = (performance.now() - begun) / 1000;
    for (const line of describe({ ...outcome, figures, failures, events, changes, seconds })) print(line);
    const isProved = failures.length === 0 && outcome.troubles.length === 0;
    print(isProved ? 'proved: nothing was lost, and nothing that was rolled back was delivered' : 'not proved');
    return isProved ? 0 : 1;
  } finally {
    await run.end();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
