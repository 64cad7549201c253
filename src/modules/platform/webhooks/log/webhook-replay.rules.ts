/** Days for which events and deliveries are kept and may be sent again. */
export const REPLAY_DAYS = 30;

/** Tolerated difference of the client's clock. */
const CLOCK_SKEW_MS = 60_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Why events cannot be sent again since a time; undefined if they can. */
export function validateReplaySince(since: Date, now: Date): string | undefined {
  const age = now.getTime() - since.getTime();
  if (age < -CLOCK_SKEW_MS) return 'must not be in the future';
  if (age > REPLAY_DAYS * DAY_MS + CLOCK_SKEW_MS) return `must be at most ${REPLAY_DAYS} days ago`;
  return undefined;
}
