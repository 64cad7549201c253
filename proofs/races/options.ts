import { parseArgs } from 'node:util';
import { drawSeed, MAX_SEED, wholeNumber } from '../support/options.js';

/** What a run is told. */
export interface Options {
  /** How many operations are asked for, at least. */
  operations: number;
  /** Decides what clients draw; which of two requests is faster stays the machine's choice. */
  seed: number;
  /** Minutes after which the run is given up. */
  minutes: number;
  /** Leaves the data, the log and the history where they are. */
  keep: boolean;
  /** Connections of PgBouncer in transaction mode, which the services then use; 0 for none. */
  pooled: number;
}

/**
 * Reads `--operations`, `--seed`, `--minutes`, `--keep` and `--pooled`.
 * @throws Error naming an option that cannot be used
 */
export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { operations: text, seed: text, minutes: text, pooled: text, keep: { type: 'boolean', default: false } },
  });
  return {
    operations: wholeNumber('operations', values.operations ?? '20000', 100, 10_000_000),
    seed: wholeNumber('seed', values.seed ?? drawSeed(), 0, MAX_SEED),
    minutes: wholeNumber('minutes', values.minutes ?? '30', 1, 24 * 60),
    keep: values.keep,
    pooled: wholeNumber('pooled', values.pooled ?? '0', 0, 100),
  };
}
