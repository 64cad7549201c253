import { optionsOf } from '../support/options.js';

/** Reads the options of the proof. The seed decides the port; the secrets are always new. What `--keep` leaves holds them. */
export const readOptions = optionsOf({}, ['keep'], () => 30);

/** What a run is told. */
export type Options = ReturnType<typeof readOptions>;
