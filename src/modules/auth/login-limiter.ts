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

/**
 * Limits failed logins. Only failures count, and an account is limited for one address alone, so a stranger cannot lock
 * it out. Attempts that are under way take a place until their outcome is known: many at once try no more passwords than
 * one after the other; those beyond wait for a place.
 */
@Injectable()
export class LoginLimiter {
  private readonly perAccount: RateLimiterPostgres;
  private readonly perAddress: RateLimiterPostgres;
  private readonly underWay = new Map<string, { count: number; waiting: (() => void)[] }>();

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
   * @param account who logs in, as typed
   * @param ip from where
   * @param attempt returns undefined when the credentials are wrong
   * @throws AppError TOO_MANY_REQUESTS with `Retry-After` in seconds
   */
  async attempt<T>(account: string, ip: string, attempt: () => Promise<T | undefined>): Promise<T | undefined> {
    const gates: Gate[] = [
      { key: ip, limit: ADDRESS_LIMIT, limiter: this.perAddress },
      { key: `${ip} ${account.toLowerCase().slice(0, 200)}`, limit: ACCOUNT_LIMIT, limiter: this.perAccount },
    ];
    const entered: Gate[] = [];
    try {
      for (const gate of gates) {
        await this.enter(gate);
        entered.push(gate);
      }
      const result = await attempt();
      if (result === undefined) await Promise.all(gates.map(({ limiter, key }) => limiter.penalty(key, 1)));
      return result;
    } finally {
      for (const { key } of entered) this.leave(key);
    }
  }

  /** Waits until an attempt cannot exceed the limit even if it and all that are under way fail. */
  private async enter({ key, limit, limiter }: Gate): Promise<void> {
    for (;;) {
      const state = await limiter.get(key);
      const failed = state !== null && state.msBeforeNext > 0 ? state.consumedPoints : 0;
      if (failed >= limit) throw tooMany(state?.msBeforeNext ?? 0);
      const busy = this.underWay.get(key) ?? { count: 0, waiting: [] };
      if (failed + busy.count < limit) {
        busy.count += 1;
        this.underWay.set(key, busy);
        return;
      }
      await new Promise<void>((resolve) => busy.waiting.push(resolve));
    }
  }

  private leave(key: string): void {
    const busy = this.underWay.get(key);
    if (busy === undefined) return;
    busy.count -= 1;
    const { waiting } = busy;
    busy.waiting = [];
    if (busy.count === 0) this.underWay.delete(key);
    for (const resume of waiting) resume();
  }
}

function tooMany(ms: number): AppError {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return new AppError('TOO_MANY_REQUESTS', `too many failed logins; try again in ${seconds} seconds`, {
    headers: { 'retry-after': String(seconds) },
  });
}
