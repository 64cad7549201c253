import { parseArgs } from 'node:util';
import { drawSeed, MAX_SEED, wholeNumber } from '../support/options.js';

/** What a run is told. */
export interface Options {
  /** How many requests are drawn, 100 to 10 million; those that make and mend what they are about come on top. */
  requests: number;
  /** Decides what is drawn; ids are the service's own. */
  seed: number;
  /** How many services, each with a database of its own, share the requests, 1 to 8: each gets them one by one. */
  lanes: number;
  /** Minutes after which the run is given up. */
  minutes: number;
  /** Leaves the data and the log of the service where they are. */
  keep: boolean;
}

/**
 * Reads `--requests`, `--seed`, `--lanes`, `--minutes` and `--keep`.
 * @throws Error naming an option that cannot be used
 */
export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { requests: text, seed: text, lanes: text, minutes: text, keep: { type: 'boolean', default: false } },
  });
  const requests = wholeNumber('requests', values.requests ?? '100000', 100, 10_000_000);
  return {
    requests,
    seed: wholeNumber('seed', values.seed ?? drawSeed(), 0, MAX_SEED),
    lanes: wholeNumber('lanes', values.lanes ?? '2', 1, 8),
    minutes: wholeNumber('minutes', values.minutes ?? String(5 + Math.ceil(requests / 1000)), 1, 24 * 60),
    keep: values.keep,
  };
}
