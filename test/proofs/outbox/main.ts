/**
 * Shows that the outbox loses nothing: kills processes of the service at random moments while clients work, then looks
 * whether each committed change was delivered and no other. `npm run prove -- outbox --kills 200 --seed 1`.
 * Ends with 0 when all of it holds, with 1 when anything is lost, was delivered without being committed, or went wrong.
 */
import { figuresOf } from '../support/outbox/figures.js';
import { readOptions, type Options } from './options.js';
import type { Place } from '../support/place.js';
import { atPlace, print, prove } from '../support/proof.js';
import { describe } from './report.js';
import { Run } from './run.js';
import { check } from '../support/outbox/verdict.js';

await prove({
  readOptions,
  claim: 'nothing was lost, and nothing that was rolled back was delivered',
  carryOut: (options, { signal }) => {
    print(`seed ${options.seed}, ${options.kills} kills`);
    return atPlace(options.keep && 'the data and services.log', (place) => kill(options, place, signal));
  },
});

async function kill(options: Options, place: Place, signal: AbortSignal): Promise<boolean> {
  const begun = performance.now();
  const run = new Run(options, place, signal, print);
  try {
    const { evidence, ...outcome } = await run.carryOut();
    const failures = check(evidence);
    const figures = figuresOf(evidence);
    const { events, changes } = evidence;
    const seconds = (performance.now() - begun) / 1000;
    for (const line of describe({ ...outcome, figures, failures, events, changes, seconds })) print(line);
    return failures.length === 0 && outcome.troubles.length === 0;
  } finally {
    await run.end();
  }
}
