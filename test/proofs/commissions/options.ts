import { optionsOf } from '../support/options.js';

/** Reads the options of the proof. */
export const readOptions = optionsOf(
  {
    /** Periods that are compared. */
    runs: [20_000, 1, 10_000_000],
  },
  [],
  () => 30,
);

/** What a run is told. */
export type Options = ReturnType<typeof readOptions>;
