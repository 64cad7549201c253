import type { LoginCounters } from './login-counters.js';
import { tooManyLogins } from './too-many-logins.js';

/** What so many failures close until they count no more. */
export interface Gate {
  key: string;
  limit: number;
}

/** The attempts at one gate. */
interface Crowd {
  /** Those that wait, ask or are under way. */
  present: number;
  underWay: number;
  /** How many have ended without success: whoever reads the count of failures compares it before and after. */
  failed: number;
  waiting: (() => void)[];
}

/**
 * Gates that failures close. Attempts that are under way take a place until their outcome is known: many at once try no
 * more passwords than one after the other; those beyond wait for a place. Each instance has places of its own.
 */
export class LoginGates {
  private readonly crowds = new Map<string, Crowd>();

  constructor(private readonly counters: LoginCounters) {}

  /**
   * Runs work with a place at each of the gates; it fails by throwing or by giving undefined.
   * @throws AppError TOO_MANY_REQUESTS at a gate that is closed
   */
  async within<T>([gate, ...others]: Gate[], work: () => Promise<T | undefined>): Promise<T | undefined> {
    if (gate === undefined) return work();
    const crowd = this.arrive(gate.key);
    try {
      await this.takePlace(gate, crowd);
      let result: T | undefined;
      try {
        result = await this.within(others, work);
      } finally {
        crowd.underWay -= 1;
        if (result === undefined) crowd.failed += 1;
      }
      return result;
    } finally {
      this.depart(gate.key, crowd);
    }
  }

  private arrive(key: string): Crowd {
    const crowd = this.crowds.get(key) ?? { present: 0, underWay: 0, failed: 0, waiting: [] };
    this.crowds.set(key, crowd);
    crowd.present += 1;
    return crowd;
  }

  private depart(key: string, crowd: Crowd): void {
    crowd.present -= 1;
    if (crowd.present === 0) this.crowds.delete(key);
    crowd.waiting.shift()?.();
  }

  /** Waits until an attempt cannot exceed the limit even if it and all that are under way fail. */
  private async takePlace({ key, limit }: Gate, crowd: Crowd): Promise<void> {
    for (;;) {
      const before = crowd.failed;
      const count = (await this.counters.read([key])).get(key);
      // One that failed meanwhile may have done so after the failures were counted.
      if (before !== crowd.failed) continue;
      const failed = count?.points ?? 0;
      if (failed >= limit) throw tooManyLogins((count?.expire ?? 0) - Date.now());
      if (failed + crowd.underWay < limit) {
        crowd.underWay += 1;
        return;
      }
      await new Promise<void>((resolve) => crowd.waiting.push(resolve));
    }
  }
}
