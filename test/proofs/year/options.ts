import { optionsOf } from '../support/options.js';

/** Reads the options of the proof. */
export const readOptions = optionsOf(
  {
    /** Members who come in the first month; more come each month. */
    members: [30, 8, 500],
  },
  ['keep'],
  () => 20,
);

/** What a run is told. */
export type Options = ReturnType<typeof readOptions>;
