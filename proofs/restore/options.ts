import { parseArgs } from 'node:util';
import { drawSeed, MAX_SEED, wholeNumber } from '../support/options.js';

/** What a run is told. */
export interface Options {
  /** How long clients work before each point, and after it. */
  seconds: number;
  /** Decides what clients draw. */
  seed: number;
  /** Minutes after which the run is given up. */
  minutes: number;
  /** Leaves the directory with data, repository and logs. */
  keep: boolean;
  /** Takes a file out of the archive before the last restore: the proof must find what that costs. */
  gap: boolean;
}

/**
 * Reads `--seconds`, `--seed`, `--minutes`, `--keep` and `--gap`.
 * @throws Error naming an option that cannot be used
 */
export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args,
    options: { seconds: text, seed: text, minutes: text, keep: flag, gap: flag },
  });
  const seconds = wholeNumber('seconds', values.seconds ?? '60', 5, 3600);
  return {
    seconds,
    seed: wholeNumber('seed', values.seed ?? drawSeed(), 0, MAX_SEED),
    minutes: wholeNumber('minutes', values.minutes ?? String(15 + Math.ceil(seconds / 10)), 1, 24 * 60),
    keep: values.keep,
    gap: values.gap,
  };
}
