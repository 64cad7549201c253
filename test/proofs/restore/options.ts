import { optionsOf } from '../support/options.js';

/** Reads the options of the proof. `--gap` takes a file out of the archive before the last restore: it must find what that costs. */
export const readOptions = optionsOf(
  {
    /** How long clients work before each point, and after it. */
    seconds: [60, 5, 3_600],
  },
  ['keep', 'gap'],
  ({ seconds }) => 15 + Math.ceil(seconds / 10),
);

/** What a run is told. */
export type Options = ReturnType<typeof readOptions>;
