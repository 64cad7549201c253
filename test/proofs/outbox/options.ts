import { optionsOf } from '../support/options.js';

/** Reads the options of the proof. */
export const readOptions = optionsOf(
  {
    /** How many processes are killed; half of them serve the API, half of them deliver. */
    kills: [200, 2, 10_000],
  },
  ['keep'],
  ({ kills }) => 5 + Math.ceil(kills / 10),
);

/** What a run is told. */
export type Options = ReturnType<typeof readOptions>;
