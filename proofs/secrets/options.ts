import { parseArgs } from 'node:util';
import { drawSeed, MAX_SEED, wholeNumber } from '../support/options.js';

/** What a run is told. */
export interface Options {
  /** Decides the port; the secrets are always new. */
  seed: number;
  /** Minutes after which the run is given up. */
  minutes: number;
  /** Leaves the data and the log of the service where they are. They hold the run's secrets. */
  keep: boolean;
}

/**
 * Reads `--seed`, `--minutes` and `--keep`.
 * @throws Error naming an option that cannot be used
 */
export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { seed: text, minutes: text, keep: { type: 'boolean', default: false } },
  });
  return {
    seed: wholeNumber('seed', values.seed ?? drawSeed(), 0, MAX_SEED),
    minutes: wholeNumber('minutes', values.minutes ?? '30', 1, 24 * 60),
    keep: values.keep,
  };
}
