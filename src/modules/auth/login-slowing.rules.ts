/** Failures that are answered without a delay, for one account over all addresses. Those of one address are fewer. */
export const FREE_FAILURES = 20;

/** Milliseconds by which each further failure delays the next attempt, and the longest delay. */
const STEP_MS = 50;
export const MAX_DELAY_MS = 5_000;

/**
 * How long an attempt waits, in milliseconds.
 * @param free how many failures cost nothing
 */
export function delayAfter(failures: number, free: number): number {
  return Math.min(MAX_DELAY_MS, Math.max(0, failures - free) * STEP_MS);
}
