import { parseArgs } from 'node:util';
import { drawSeed, MAX_SEED, wholeNumber } from '../support/options.js';

/** What a run is told. */
export interface Options {
  /** How many processes are killed, 2 to 10000; half of them serve the API, half of them deliver. */
  kills: number;
  /** Decides what clients, killer and receiver draw; which of two processes is faster stays the machine's choice. */
  seed: number;
  /** Minutes after which the run is given up. */
  minutes: number;
  /** Leaves the data and the log of all processes where they are. */
  keep: boolean;
}

/**
 * Reads `--kills`, `--seed`, `--minutes` and `--keep`.
 * @throws Error naming an option that cannot be used
 */
export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { kills: text, seed: text, minutes: text, keep: { type: 'boolean', default: false } },
  });
  const kills = wholeNumber('kills', values.kills ?? '200', 2, 10_000);
  return {
    kills,
    seed: wholeNumber('seed', values.seed ?? drawSeed(), 0, MAX_SEED),
    minutes: wholeNumber('minutes', values.minutes ?? String(5 + Math.ceil(kills / 10)), 1, 24 * 60),
    keep: values.keep,
  };
}
