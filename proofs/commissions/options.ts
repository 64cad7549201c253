import { parseArgs } from 'node:util';
import { drawSeed, MAX_SEED, wholeNumber } from '../support/options.js';

/** What a run is told. */
export interface Options {
  /** Periods that are compared, 1 to 10,000,000. */
  runs: number;
  /** Decides all of them. */
  seed: number;
  /** Minutes after which the run is given up. */
  minutes: number;
}

/**
 * Reads `--runs`, `--seed` and `--minutes`.
 * @throws Error naming an option that cannot be used
 */
export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { runs: text, seed: text, minutes: text } });
  return {
    runs: wholeNumber('runs', values.runs ?? '20000', 1, 10_000_000),
    seed: wholeNumber('seed', values.seed ?? drawSeed(), 0, MAX_SEED),
    minutes: wholeNumber('minutes', values.minutes ?? '30', 1, 24 * 60),
  };
}
