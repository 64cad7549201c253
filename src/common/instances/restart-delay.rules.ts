const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/**
 * How long to wait before a worker is started anew: not at all for one that had run well, and ever longer for one that
 * ends again and again.
 * @param failures how often in a row it ended soon after its start
 * @returns milliseconds
 */
export function restartDelay(failures: number): number {
  return failures === 0 ? 0 : Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
}
