/**
 * The latest version that was released, and where its migrations end: that version runs beside the next one. The gate
 * (`npm run check -- migrations`) checks all migrations that follow. It is renewed with each release.
 */
export const RELEASED = {
  version: '2.1.0',
  migration: 'EventsByWeeks1790730000000',
  /** How many migrations there are up to it, so that none slips in before it. */
  count: 34,
  /** The newest migration of the job queue's library. */
  jobSchema: 20,
};
