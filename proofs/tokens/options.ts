import { parseArgs } from 'node:util';
import { drawSeed, MAX_SEED, wholeNumber } from '../support/options.js';

/** What a run is told. */
export interface Options {
  /** Attempts to log in of each kind whose times are compared, 20 to 10000; fewer than 500 see only gross differences. */
  pairs: number;
  /** Decides the order of attempts and the ports. */
  seed: number;
  /** Minutes after which the run is given up. */
  minutes: number;
  /** Leaves the data and the log of the services where they are. */
  keep: boolean;
}

/**
 * Reads `--pairs`, `--seed`, `--minutes` and `--keep`.
 * @throws Error naming an option that cannot be used
 */
export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { pairs: text, seed: text, minutes: text, keep: { type: 'boolean', default: false } },
  });
  const pairs = wholeNumber('pairs', values.pairs ?? '500', 20, 10_000);
  return {
    pairs,
    seed: wholeNumber('seed', values.seed ?? drawSeed(), 0, MAX_SEED),
    minutes: wholeNumber('minutes', values.minutes ?? String(20 + Math.ceil(pairs / 25)), 1, 24 * 60),
    keep: values.keep,
  };
}
