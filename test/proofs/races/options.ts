import { optionsOf } from '../support/options.js';

/** Reads the options of the proof. */
export const readOptions = optionsOf(
  {
    /** How many operations are asked for, at least. */
    operations: [20_000, 100, 10_000_000],
    /** Connections of PgBouncer in transaction mode, which the services then use; 0 for none. */
    pooled: [0, 0, 100],
  },
  ['keep'],
  () => 30,
);

/** What a run is told. */
export type Options = ReturnType<typeof readOptions>;
