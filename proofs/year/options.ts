import { parseArgs } from 'node:util';
import { drawSeed, MAX_SEED, wholeNumber } from '../support/options.js';

/** What a run is told. */
export interface Options {
  /** Members who come in the first month; more come each month. */
  members: number;
  /** Decides what happens. */
  seed: number;
  /** Minutes after which the run is given up. */
  minutes: number;
  /** Whether the data and the log stay. */
  keep: boolean;
}

/**
 * Reads `--members`, `--seed`, `--minutes` and `--keep`.
 * @throws Error naming an option that cannot be used
 */
export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const options = { members: text, seed: text, minutes: text, keep: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args, options });
  return {
    members: wholeNumber('members', values.members ?? '30', 8, 500),
    seed: wholeNumber('seed', values.seed ?? drawSeed(), 0, MAX_SEED),
    minutes: wholeNumber('minutes', values.minutes ?? '20', 1, 24 * 60),
    keep: values.keep ?? false,
  };
}
