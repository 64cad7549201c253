import { Injectable } from '@nestjs/common';
import { RateLimiterPostgres } from 'rate-limiter-flexible';
import { Database } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';

const WINDOW_SECONDS = 15 * 60;

/** Failed logins within the window: for one account from one address, and for one address. Section 4 of the decisions. */
const ACCOUNT_LIMIT = 10;
const ADDRESS_LIMIT = 100;

interface Gate {
  key: string;
  limit: number;
  limiter: RateLimiterPostgres;
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
 * Limits failed logins. Only failures count, and an account is limited for one address alone, so a stranger cannot lock
 * it out. Attempts that are under way take a place until their outcome is known: many at once try no more passwords than
 * one after the other; those beyond wait for a place.
 */
@Injectable()
export class LoginLimiter {
  private readonly perAccount: RateLimiterPostgres;
  private readonly perAddress: RateLimiterPostgres;
  private readonly crowds = new Map<string, Crowd>();

  constructor(db: Database) {
    const make = (keyPrefix: string): RateLimiterPostgres =>
      new RateLimiterPostgres({
        storeClient: db.dataSource,
        storeType: 'typeorm',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix,
        points: Number.MAX_SAFE_INTEGER,
        duration: WINDOW_SECONDS,
      });
    this.perAccount = make('login-account');
    this.perAddress = make('login-address');
  }

  /**
   * Runs one attempt to log in.
   * @param account who logs in: one text for each account, which is kept
   * @param ip from where
   * @param attempt returns undefined when the credentials are wrong
   * @throws AppError TOO_MANY_REQUESTS with `Retry-After` in seconds
   */
  async attempt<T>(account: string, ip: string, attempt: () => Promise<T | undefined>): Promise<T | undefined> {
    const gates: Gate[] = [
      { key: ip, limit: ADDRESS_LIMIT, limiter: this.perAddress },
      { key: `${ip} ${account}`, limit: ACCOUNT_LIMIT, limiter: this.perAccount },
    ];
    return this.within(gates, async () => {
      const result = await attempt();
      if (result === undefined) await Promise.all(gates.map(({ limiter, key }) => limiter.penalty(key, 1)));
      return result;
    });
  }

  /** Runs work with a place at each of the gates; it fails by throwing or by giving undefined. */
  private async within<T>([gate, ...others]: Gate[], work: () => Promise<T | undefined>): Promise<T | undefined> {
    if (gate === undefined) return work();
    const crowd = this.arrive(gate.key);
    try {
      await takePlace(gate, crowd);
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
}

/** Waits until an attempt cannot exceed the limit even if it and all that are under way fail. */
async function takePlace({ key, limit, limiter }: Gate, crowd: Crowd): Promise<void> {
  for (;;) {
    const before = crowd.failed;
    const state = await limiter.get(key);
    // One that failed meanwhile may have done so after the failures were counted.
    if (before !== crowd.failed) continue;
    const failed = state !== null && state.msBeforeNext > 0 ? state.consumedPoints : 0;
    if (failed >= limit) throw tooMany(state?.msBeforeNext ?? 0);
    if (failed + crowd.underWay < limit) {
      crowd.underWay += 1;
      return;
    }
    await new Promise<void>((resolve) => crowd.waiting.push(resolve));
  }
}

function tooMany(ms: number): AppError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new AppError('TOO_MANY_REQUESTS', `too many failed logins; try again in ${seconds} seconds`, {
    headers: { 'retry-after': String(seconds) },
  });
}
