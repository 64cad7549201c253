import { Injectable } from '@nestjs/common';
import { LoginCounters, type Count } from './login-counters.js';
import { LoginGates, type Gate } from './login-gates.js';
import type { LoginOrigin } from './login-origin.js';
import { LoginSlowing, type Line } from './login-slowing.js';
import { delayAfter, FREE_FAILURES } from './login-slowing.rules.js';
import { tooManyLogins } from './too-many-logins.js';

/** Failed logins within the window: for one account from one address, and for one address. Section 4 of the decisions. */
const ACCOUNT_LIMIT = 10;
const ADDRESS_LIMIT = 100;

/**
 * Attempts at one account that may wait in an instance, from addresses that have not failed for it, and from those that
 * have. With the longest delay, 5 seconds, they are what can be guessed: 14 a second.
 */
const FRESH_PLACES = 60;
const AGAIN_PLACES = 10;

/** Attempts that may wait from one back end that does not say for whom it asks. */
const SHARED_PLACES = 100;

/** The keys under which an attempt is counted. */
interface Keys {
  /** One account from one address. */
  here: string;
  address: string;
  /** One account from all addresses. */
  everywhere: string;
  /** Kept when the account has logged in from the address. */
  known: string;
}

/**
 * Limits failed logins. For one account from one address, and for one address, it closes; for one account over all
 * addresses it slows down, so that no stranger locks anybody out. Only failures count. Decision 14.
 */
@Injectable()
export class LoginLimiter {
  private readonly gates: LoginGates;
  /** Attempts at an account in this instance whose outcome is not known. */
  private readonly underWay = new Map<string, number>();

  constructor(
    private readonly counters: LoginCounters,
    private readonly slowing: LoginSlowing,
  ) {
    this.gates = new LoginGates(counters);
  }

  /**
   * Runs one attempt to log in.
   * @param account who logs in: one text for each account, which is kept
   * @param attempt returns undefined when the credentials are wrong
   * @throws AppError TOO_MANY_REQUESTS with `Retry-After` in seconds
   */
  async attempt<T>(
    account: string,
    origin: LoginOrigin,
    attempt: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const keys = keysOf(account, origin);
    const gates: Gate[] = [{ key: keys.here, limit: ACCOUNT_LIMIT }];
    // Strangers and owners share the address of such a back end: it is slowed down, not closed.
    if (!origin.isShared) gates.unshift({ key: keys.address, limit: ADDRESS_LIMIT });
    return this.gates.within(gates, () => this.slowly(keys, origin, attempt));
  }

  private async slowly<T>(
    keys: Keys,
    { isShared }: LoginOrigin,
    attempt: () => Promise<T | undefined>,
  ): Promise<T | undefined> {
    const others = this.enter(keys.everywhere);
    try {
      const counts = await this.counters.read(Object.values(keys));
      const pace = paceOf(keys, counts, others, isShared);
      await this.slowing.wait(pace.ms, pace.line);
      const result = await attempt();
      if (result === undefined) await this.counters.raise([keys.here, keys.address, keys.everywhere]);
      else if (!isShared) await this.counters.keep(keys.known);
      const ofAddress = counts.get(keys.address);
      if (result === undefined && isShared && ofAddress !== undefined && ofAddress.points >= ADDRESS_LIMIT)
        throw tooManyLogins(ofAddress.expire - Date.now());
      return result;
    } finally {
      this.leave(keys.everywhere);
    }
  }

  /** Returns how many are there already. */
  private enter(account: string): number {
    const others = this.underWay.get(account) ?? 0;
    this.underWay.set(account, others + 1);
    return others;
  }

  private leave(account: string): void {
    const left = this.underWay.get(account)! - 1;
    if (left === 0) this.underWay.delete(account);
    else this.underWay.set(account, left);
  }
}

/**
 * How long an attempt waits, and in which line. From an address where the account has logged in before it does not, unless
 * strangers share that address.
 * @param others attempts at the account that are under way, which may all fail
 */
function paceOf(
  { here, address, everywhere, known }: Keys,
  counts: ReadonlyMap<string, Count>,
  others: number,
  isShared: boolean,
): { ms: number; line: Line } {
  const failures = (key: string): number => counts.get(key)?.points ?? 0;
  const ofAccount = counts.has(known) ? 0 : delayAfter(failures(everywhere) + others, FREE_FAILURES);
  const ofAddress = isShared ? delayAfter(failures(address), ADDRESS_LIMIT) : 0;
  if (ofAddress > ofAccount) return { ms: ofAddress, line: { key: address, places: SHARED_PLACES } };
  // Apart from who has not failed here: guesses from few addresses cannot fill the owner's line.
  const failedBefore = failures(here) > 0;
  return {
    ms: ofAccount,
    line: failedBefore
      ? { key: `again ${everywhere}`, places: AGAIN_PLACES }
      : { key: everywhere, places: FRESH_PLACES },
  };
}

function keysOf(account: string, { address, door }: LoginOrigin): Keys {
  return {
    here: `login-account:${address} ${account}`,
    address: `login-address:${address}`,
    everywhere: `login-everywhere:${door} ${account}`,
    known: `login-known:${address} ${account}`,
  };
}
