import { optionsOf } from '../support/options.js';

/** Reads the options of the proof. `--write` writes the page instead of holding it against the table. */
export const readOptions = optionsOf(
  {
    /** Of 100 routes with one type of application, how many are tried; which ones, the seed decides. */
    percent: [100, 1, 100],
  },
  ['write'],
  () => 30,
);

/** What a run is told. */
export type Options = ReturnType<typeof readOptions>;
