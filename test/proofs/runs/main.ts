/**
 * Shows that a run of commissions is never left by halves: kills the processes that calculate and post it at moments spread over
 * their whole time, then lets two instances post it while rows come in, and looks at the books.
 * `npm run prove -- runs --rounds 6 --seed 1`: each round is a period.
 * Ends with 0 when each run was taken up or failed within a minute, each period was posted once, and all of it.
 */
import type { Place } from '../support/place.js';
import { atPlace, print, prove } from '../support/proof.js';
import { readOptions, type Options, Run } from './run.js';

await prove({
  readOptions,
  claim: 'no run was left by halves, and each period was posted once',
  carryOut: (options, { signal }) => {
    print(`seed ${options.seed}, ${options.rounds} rounds with ${options.members} members`);
    return atPlace(options.keep && 'the data and services.log', (place) => carryOut(options, place, signal));
  },
});

async function carryOut(options: Options, place: Place, signal: AbortSignal): Promise<boolean> {
  const run = new Run(options, place, signal, print);
  try {
    const checks = await run.carryOut();
    for (const line of checks.describe()) print(line);
    return checks.failed === 0;
  } finally {
    await run.end();
  }
}
