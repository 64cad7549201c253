import type { LoginCounters } from './login-counters.js';
import { tooManyLogins } from './login-delay.js';

/** How many failures under a key refuse further attempts, until they expire. */
export interface LoginLimit {
  key: string;
  max: number;
}

/** The attempts under one key. */
interface Attempts {
  /** Those that wait, check the limit or run. */
  present: number;
  running: number;
  /** How many have failed: compared before and after the counter is read. */
  failed: number;
  waiting: (() => void)[];
}

/**
 * Applies limits of failed attempts. A running attempt counts as a failure until its outcome is known, so parallel attempts
 * try no more passwords than sequential ones; those above the limit wait. Each instance has a queue of its own.
 */
export class AttemptQueue {
  private readonly attempts = new Map<string, Attempts>();

  constructor(private readonly counters: LoginCounters) {}

  /**
   * Runs work within all the limits; it fails by throwing or by returning undefined.
   * @throws AppError TOO_MANY_REQUESTS when a limit is reached
   */
  async run<T>([limit, ...others]: LoginLimit[], work: () => Promise<T | undefined>): Promise<T | undefined> {
    if (limit === undefined) return work();
    const attempts = this.enter(limit.key);
    try {
      await this.waitForTurn(limit, attempts);
      let result: T | undefined;
      try {
        result = await this.run(others, work);
      } finally {
        attempts.running -= 1;
        if (result === undefined) attempts.failed += 1;
      }
      return result;
    } finally {
      attempts.present -= 1;
      if (attempts.present === 0) this.attempts.delete(limit.key);
      attempts.waiting.shift()?.();
    }
  }

  private enter(key: string): Attempts {
    const attempts = this.attempts.get(key) ?? { present: 0, running: 0, failed: 0, waiting: [] };
    this.attempts.set(key, attempts);
    attempts.present += 1;
    return attempts;
  }

  /** Waits until an attempt cannot exceed the limit even if it and all running ones fail. */
  private async waitForTurn({ key, max }: LoginLimit, attempts: Attempts): Promise<void> {
    for (;;) {
      const before = attempts.failed;
      const count = (await this.counters.read([key])).get(key);
      // An attempt that failed meanwhile may not be in the count.
      if (before !== attempts.failed) continue;
      const failed = count?.points ?? 0;
      if (failed >= max) throw tooManyLogins((count?.expire ?? 0) - Date.now());
      if (failed + attempts.running < max) {
        attempts.running += 1;
        return;
      }
      await new Promise<void>((resolve) => attempts.waiting.push(resolve));
    }
  }
}
