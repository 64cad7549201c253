import { Injectable } from '@nestjs/common';
import { delayAfter, FREE_FAILURES, LoginDelay, tooManyLogins, type DelayQueue } from './login-delay.js';
import type { LoginOrigin } from '#common/http/login-origin.js';
import { Database } from '#common/database/index.js';
import { ADD_POINTS, KEEP_COUNTER, READ_COUNTERS } from '#common/rate-limits/rate-limits.queries.js';

/** How long failed logins count, from the first one. See docs/spec/service.md#4. */
const WINDOW_MS = 15 * 60 * 1000;

/** How long the address of a successful login is remembered. */
const KNOWN_MS = 30 * 24 * 60 * 60 * 1000;

/** A counter. */
interface Count {
  points: number;
  /** When it expires, in milliseconds since 1970. */
  expire: number;
}

/**
 * Counters of failed logins, shared by all instances. They are written outside the request's transaction: its rollback must
 * not undo them. Housekeeping removes expired ones.
 */
@Injectable()
export class LoginCounters {
  constructor(private readonly db: Database) {}

  /** The counters that have not expired, by key. */
  async read(keys: readonly string[]): Promise<Map<string, Count>> {
    const rows = await this.db.outsideAmbient(() =>
      this.db.query<Count & { key: string }>(null, READ_COUNTERS, [keys, Date.now()]),
    );
    return new Map(rows.map(({ key, points, expire }) => [key, { points, expire: Number(expire) }]));
  }

  /** Adds one failure to each of the keys. */
  async raise(keys: readonly string[]): Promise<void> {
    const now = Date.now();
    const values = [keys, keys.map(() => 1), keys.map(() => now + WINDOW_MS), now];
    await this.db.outsideAmbient(() => this.db.change(null, ADD_POINTS, values));
  }

  /** Remembers a key for 30 days from now. */
  async remember(key: string): Promise<void> {
    await this.db.outsideAmbient(() => this.db.change(null, KEEP_COUNTER, [key, Date.now() + KNOWN_MS]));
  }
}

/** How many failures under a key refuse further attempts, until they expire. */
interface LoginLimit {
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
class AttemptQueue {
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

/** Failed logins within the window: for one account from one address, and for one address. See docs/spec/service.md#4. */
const ACCOUNT_LIMIT = 10;
const ADDRESS_LIMIT = 100;

/** Wrong second factors of one user within the window, from anywhere. */
const PROOF_LIMIT = 10;

/**
 * Attempts at one account that may wait in an instance, from addresses without and with failures for it. With the longest
 * delay, 5 seconds, this allows 14 guesses a second.
 */
const FRESH_CAPACITY = 60;
const REPEAT_CAPACITY = 10;

/** Attempts that may wait from one back end that does not send the end user's address. */
const SHARED_CAPACITY = 100;

/** The keys under which an attempt is counted. */
interface Keys {
  /** One account from one address. */
  here: string;
  address: string;
  /** One account from all addresses. */
  everywhere: string;
  /** Set when the account has logged in from the address. */
  known: string;
}

/**
 * Limits failed logins. Attempts at one account from one address, and those from one address, are refused at the limit;
 * attempts at one account over all addresses are only delayed, so that no attacker locks the owner out. Decision 14.
 */
@Injectable()
export class LoginLimiter {
  private readonly queue: AttemptQueue;
  /** Running attempts at each account in this instance. */
  private readonly running = new Map<string, number>();

  constructor(
    private readonly counters: LoginCounters,
    private readonly delay: LoginDelay,
  ) {
    this.queue = new AttemptQueue(counters);
  }

  /**
   * Runs one attempt to log in.
   * @param account a key for the account; it is stored
   * @param attempt returns undefined when the credentials are wrong
   * @throws AppError TOO_MANY_REQUESTS with `Retry-After` in seconds
   */
  async attempt<T>(
    account: string,
    origin: LoginOrigin,
    attempt: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const keys = keysOf(account, origin);
    const limits: LoginLimit[] = [{ key: keys.here, max: ACCOUNT_LIMIT }];
    // Attackers and owners share the address of such a back end: it is delayed, not refused.
    if (!origin.isShared) limits.unshift({ key: keys.address, max: ADDRESS_LIMIT });
    return this.queue.run(limits, () => this.delayed(keys, origin, attempt));
  }

  /**
   * Runs one attempt to prove a second factor, after a right password: so few fail for a user, over all addresses, that codes
   * are not guessed (less than 0.3 % in a day). Failures count for the address too, as wrong passwords do.
   * @param attempt returns undefined when the proof is wrong
   * @throws AppError TOO_MANY_REQUESTS with `Retry-After` in seconds
   */
  async attemptProof<T>(
    uid: number,
    origin: LoginOrigin,
    attempt: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const key = `second-factor:uid ${uid}`;
    const { address } = keysOf('', origin);
    const limits: LoginLimit[] = [{ key, max: PROOF_LIMIT }];
    if (!origin.isShared) limits.unshift({ key: address, max: ADDRESS_LIMIT });
    return this.queue.run(limits, async () => {
      const result = await attempt();
      if (result === undefined) await this.counters.raise([key, address]);
      return result;
    });
  }

  private async delayed<T>(
    keys: Keys,
    { isShared }: LoginOrigin,
    attempt: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const others = this.enter(keys.everywhere);
    try {
      const counts = await this.counters.read(Object.values(keys));
      const { ms, queue } = delayOf(keys, counts, others, isShared);
      await this.delay.wait(ms, queue);
      const result = await attempt();
      if (result === undefined) await this.counters.raise([keys.here, keys.address, keys.everywhere]);
      else if (!isShared) await this.counters.remember(keys.known);
      const ofAddress = counts.get(keys.address);
      if (result === undefined && isShared && ofAddress !== undefined && ofAddress.points >= ADDRESS_LIMIT)
        throw tooManyLogins(ofAddress.expire - Date.now());
      return result;
    } finally {
      this.leave(keys.everywhere);
    }
  }

  /** Returns how many attempts already run. */
  private enter(account: string): number {
    const others = this.running.get(account) ?? 0;
    this.running.set(account, others + 1);
    return others;
  }

  private leave(account: string): void {
    const left = this.running.get(account)! - 1;
    if (left === 0) this.running.delete(account);
    else this.running.set(account, left);
  }
}

/**
 * How long an attempt waits, and in which queue. There is no delay from an address where the account has logged in before,
 * unless others share that address.
 * @param others running attempts at the account, which may all fail
 */
function delayOf(
  { here, address, everywhere, known }: Keys,
  counts: ReadonlyMap<string, Count>,
  others: number,
  isShared: boolean,
): { ms: number; queue: DelayQueue } {
  const failures = (key: string): number => counts.get(key)?.points ?? 0;
  const ofAccount = counts.has(known) ? 0 : delayAfter(failures(everywhere) + others, FREE_FAILURES);
  const ofAddress = isShared ? delayAfter(failures(address), ADDRESS_LIMIT) : 0;
  if (ofAddress > ofAccount) return { ms: ofAddress, queue: { key: address, capacity: SHARED_CAPACITY } };
  // Separate queues, so that guesses from few addresses cannot fill the owner's.
  const failedBefore = failures(here) > 0;
  return {
    ms: ofAccount,
    queue: failedBefore
      ? { key: `again ${everywhere}`, capacity: REPEAT_CAPACITY }
      : { key: everywhere, capacity: FRESH_CAPACITY },
  };
}

function keysOf(account: string, { address, realm }: LoginOrigin): Keys {
  return {
    here: `login-account:${address} ${account}`,
    address: `login-address:${address}`,
    everywhere: `login-everywhere:${realm} ${account}`,
    known: `login-known:${address} ${account}`,
  };
}
