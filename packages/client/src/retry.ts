/** How often and how long a call that has failed is made again. */
export interface RetryOptions {
  /** How often a call is repeated at most: 3. */
  times?: number | undefined;
  /** The pause before the first repetition, which doubles each time: 300. */
  firstPauseMs?: number | undefined;
  /** No pause is longer; if the service asks for a longer one, the call fails with `retryAfter`: 20,000. */
  longestPauseMs?: number | undefined;
}

/** What a failed attempt was. */
export interface Attempt {
  /** How many have failed, with this one. */
  failed: number;
  method: string;
  /** 0 without an answer. */
  status: number;
  /** Seconds. */
  retryAfter: number | undefined;
}

/** Of these it is not known whether the request was processed; with an idempotency key it does not matter. */
const PASSING: ReadonlySet<number> = new Set([0, 408, 429, 500, 502, 503, 504]);

/**
 * The pause before a call is made again, in milliseconds; undefined if it is not.
 * @param random from 0 to 1: spreads clients that failed together
 */
export function pauseBefore(
  { failed, method, status, retryAfter }: Attempt,
  { times = 3, firstPauseMs = 300, longestPauseMs = 20_000 }: RetryOptions,
  random: number,
): number | undefined {
  if (failed > times) return undefined;
  if (retryAfter !== undefined) {
    const pause = retryAfter * 1000 + firstPauseMs * random;
    return retryAfter * 1000 <= longestPauseMs ? pause : undefined;
  }
  // A PATCH has no idempotency key.
  if (!PASSING.has(status) || method === 'PATCH') return undefined;
  return Math.min(firstPauseMs * 2 ** (failed - 1) * (0.5 + random / 2), longestPauseMs);
}

/** Waits, and ends with the reason of the signal when that is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(reasonOf(signal));
    const end = (): void => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}

/** Why a signal was aborted, which React Native's does not tell. */
export function reasonOf(signal: AbortSignal | undefined): Error {
  return (signal?.reason as Error | undefined) ?? new Error('aborted');
}
