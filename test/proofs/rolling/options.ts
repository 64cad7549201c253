import { parseArgs } from 'node:util';
import { drawSeed, MAX_SEED, wholeNumber } from '../support/options.js';

/** What a run is told. */
export interface Options {
  /** How often it goes to the next version and back. */
  rounds: number;
  /** The version before: a git ref that is built, or undefined for this tree's own build. */
  from: string | undefined;
  /** Adds a migration that locks orders for three seconds: the proof must fail. */
  locking: boolean;
  seed: number;
  /** Minutes after which the run is given up. */
  minutes: number;
  /** Leaves the data and all logs where they are. */
  keep: boolean;
}

/**
 * Reads `--rounds`, `--from`, `--locking`, `--seed`, `--minutes` and `--keep`.
 * @throws Error naming an option that cannot be used
 */
export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args,
    options: { rounds: text, from: text, locking: flag, seed: text, minutes: text, keep: flag },
  });
  const rounds = wholeNumber('rounds', values.rounds ?? '5', 1, 99);
  return {
    rounds,
    from: values.from,
    locking: values.locking,
    seed: wholeNumber('seed', values.seed ?? drawSeed(), 0, MAX_SEED),
    minutes: wholeNumber('minutes', values.minutes ?? String(10 + 3 * rounds), 1, 24 * 60),
    keep: values.keep,
  };
}
