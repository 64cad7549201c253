/**
 * Shows that nothing is lost or doubled when many work on the same things: clients change the same carts, wishlists,
 * bundles, orders and names at the same time through two instances, and the history of what they were told is held
 * against every order in which it could have happened. `npm run prove:races -- --operations 20000 --seed 1`.
 * Ends with 0 when each object's history has such an order, with 1 when one has none, or anything went wrong.
 */
import { countByKind } from '../support/history/figures.js';
import { judge } from '../support/history/judge.js';
import { findPlace, type Place } from '../support/place.js';
import { readOptions, type Options } from './options.js';
import { describe } from './report.js';
import { Run } from './run.js';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;

try {
  process.exitCode = await main(readOptions(process.argv.slice(2)));
} catch (error) {
  print(`not proved: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}

async function main(options: Options): Promise<number> {
  print(`seed ${options.seed}, ${options.operations} operations`);
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
    if (options.keep) print(`the data, services.log and history.json are in ${place.dataDir}`);
  }
}

async function prove(options: Options, place: Place, signal: AbortSignal): Promise<number> {
  const begun = performance.now();
  const run = new Run(options, place, signal, print);
  try {
    const { history, seconds: workSeconds, troubles } = await run.carryOut();
    const judging = performance.now();
    const verdict = judge(history);
    const now = performance.now();
    const counts = countByKind(history);
    const report = { counts, verdict, troubles, workSeconds };
    const seconds = { judgeSeconds: (now - judging) / 1000, seconds: (now - begun) / 1000 };
    for (const line of describe({ ...report, ...seconds })) print(line);
    const isProved = verdict.violations.length + verdict.undecided.length + troubles.length === 0;
    print(isProved ? 'proved: nothing was lost, doubled, mixed or refused without a reason' : 'not proved');
    return isProved ? 0 : 1;
  } finally {
    await run.end();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
