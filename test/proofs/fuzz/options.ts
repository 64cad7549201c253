import { optionsOf } from '../support/options.js';

/** Reads the options of the proof. */
export const readOptions = optionsOf(
  {
    /** How many requests are drawn; those that make and mend what they are about come on top. */
    requests: [100_000, 100, 10_000_000],
    /** How many services, each with a database of its own, share the requests: each gets them one by one. */
    lanes: [2, 1, 8],
  },
  ['keep'],
  ({ requests }) => 5 + Math.ceil(requests / 1000),
);

/** What a run is told. */
export type Options = ReturnType<typeof readOptions>;
