/**
 * Shows that the service is upgraded, and taken back, without a failed request: two instances of one version are replaced one
 * by one by those of the next, on a schema that is expanded before and contracted afterwards, while clients work through a
 * balancer. `npm run prove -- rolling --rounds 5 --seed 1`; `--from v2.1.0` takes another commit as the version before.
 * Ends with 0 when no request failed, each acknowledged change is there with its webhook, and no statement of the service
 * waited for a table longer than migrations may wait for theirs. With `--locking` it must not.
 */
import { figuresOf } from '../support/outbox/figures.js';
import { FAILURES, check } from '../support/outbox/verdict.js';
import { atPlace, print, prove } from '../support/proof.js';
import { readOptions, Run, type Outcome } from './run.js';

/** Examples of failures that are shown. */
const EXAMPLES = 20;

/** The time that a migration waits for a lock, and as much again to do what it does. */
const MOST_WAIT_SECONDS = 1;

await prove({
  readOptions,
  claim:
    'no request failed while two versions worked side by side, and each acknowledged change is there with its webhook',
  carryOut: async (options, { signal }) =>
    atPlace(options.keep && 'the data and all logs', async (place) => {
      print(`seed ${options.seed}, ${options.rounds} rounds, from ${options.from ?? 'this build'}`);
      const run = new Run(options, place, signal, print);
      try {
        return report(await run.carryOut());
      } finally {
        await run.end();
      }
    }),
});

function report({ evidence, requests, slowest, longestWait, placed, failures }: Outcome): boolean {
  const wrong = check(evidence).map(({ kind, what }) => `${FAILURES[kind]}: ${what}`);
  const { acknowledged, refused, expected, accepted, repeated } = figuresOf(evidence);
  const waits = longestWait > MOST_WAIT_SECONDS ? [`a statement waited ${longestWait.toFixed(1)} s for a table`] : [];
  const all = [...wrong, ...failures, ...waits];
  for (const line of [
    `${requests} requests, the slowest took ${(slowest / 1000).toFixed(2)} s; ${failures.length} failures`,
    `${acknowledged} changes acknowledged, ${refused} refused by a rule, ${evidence.events.length} events committed`,
    `${expected} deliveries expected, ${accepted} received, of which ${repeated} again`,
    `orders in the new column: ${placed.before} of the version before, ${placed.next} of the next version`,
    `the service waited for a table ${longestWait.toFixed(2)} s at most`,
    `${wrong.length} changes or deliveries lost, doubled or half there`,
    ...all.slice(0, EXAMPLES),
  ])
    print(line);
  return all.length === 0;
}
