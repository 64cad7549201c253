import { optionsOf } from '../support/options.js';

/** Reads the options of the proof. */
export const readOptions = optionsOf(
  {
    /** Attempts to log in of each kind whose times are compared; fewer than 500 see only gross differences. */
    pairs: [500, 20, 10_000],
  },
  ['keep'],
  ({ pairs }) => 20 + Math.ceil(pairs / 25),
);

/** What a run is told. */
export type Options = ReturnType<typeof readOptions>;
