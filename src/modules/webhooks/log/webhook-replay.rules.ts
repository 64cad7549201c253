/** Days for which events and deliveries are kept, and may be sent again. */
export const REPLAY_DAYS = 30;

/** By how much the client's clock may differ from ours. */
const CLOCK_SKEW_MS = 60_000;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * What is wrong with the time since which events are to be sent again, or undefined.
 * @param now the present time
 */
export function judgeReplaySince(since: Date, now: Date): string | undefined {
  const age = now.getTime() - since.getTime();
  if (age < -CLOCK_SKEW_MS) return 'must not be in the future';
  if (age > REPLAY_DAYS * DAY_MS + CLOCK_SKEW_MS) return `must be at most ${REPLAY_DAYS} days ago`;
  return undefined;
}
