import { parseArgs } from 'node:util';
import { drawSeed, MAX_SEED, wholeNumber } from '../support/options.js';

/** What a run of the proof is told. */
export interface Options {
  /** Periods that are calculated and posted, 1 to 24; processes are killed twice in each. */
  rounds: number;
  /** Members of the network, 10 to 1,000,000. */
  members: number;
  /** Decides when processes are killed, but for the machine's part in it. */
  seed: number;
  /** Minutes after which it is given up. */
  minutes: number;
  /** Leaves the data and the log of all processes where they are. */
  keep: boolean;
}

/**
 * Reads `--rounds`, `--members`, `--seed`, `--minutes` and `--keep`.
 * @throws Error naming an option that cannot be used
 */
export function readOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { rounds: text, members: text, seed: text, minutes: text, keep: { type: 'boolean', default: false } },
  });
  const rounds = wholeNumber('rounds', values.rounds ?? '12', 1, 24);
  return {
    rounds,
    members: wholeNumber('members', values.members ?? '5000', 10, 1_000_000),
    seed: wholeNumber('seed', values.seed ?? drawSeed(), 0, MAX_SEED),
    minutes: wholeNumber('minutes', values.minutes ?? String(5 + rounds * 2), 1, 24 * 60),
    keep: values.keep,
  };
}
