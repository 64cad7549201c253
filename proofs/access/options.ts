import { parseArgs } from 'node:util';
import { drawSeed, MAX_SEED, wholeNumber } from '../support/options.js';

/** What a run is told. */
export interface Options {
  /** Writes the page instead of holding it against the table. */
  write: boolean;
  /** Of 100 routes with one type of application, how many are tried; which ones, the seed decides. */
  percent: number;
  seed: number;
  /** Minutes after which the run is given up. */
  minutes: number;
}

/**
 * Reads `--write`, `--percent`, `--seed` and `--minutes`.
 * @throws Error naming an option that cannot be used
 */
export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { write: { type: 'boolean', default: false }, percent: text, seed: text, minutes: text },
  });
  return {
    write: values.write,
    percent: wholeNumber('percent', values.percent ?? '100', 1, 100),
    seed: wholeNumber('seed', values.seed ?? drawSeed(), 0, MAX_SEED),
    minutes: wholeNumber('minutes', values.minutes ?? '30', 1, 60),
  };
}
