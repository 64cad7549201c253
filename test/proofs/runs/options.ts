import { optionsOf } from '../support/options.js';

/** Reads the options of the proof. */
export const readOptions = optionsOf(
  {
    /** Periods that are calculated and posted; processes are killed twice in each. */
    rounds: [12, 1, 24],
    /** Members of the network. */
    members: [5_000, 10, 1_000_000],
  },
  ['keep'],
  ({ rounds }) => 5 + rounds * 2,
);

/** What a run is told. */
export type Options = ReturnType<typeof readOptions>;
