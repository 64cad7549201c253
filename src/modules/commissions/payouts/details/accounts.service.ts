import { Injectable } from '@nestjs/common';
import { NoPayoutDetails } from './no-payout-details.js';
import { ASKED_AT_ONCE, PayoutDetails } from './payout-details.js';

/** Asks the {@link PayoutDetails} in force who has an account. */
@Injectable()
export class PayoutAccounts {
  constructor(private readonly details: PayoutDetails) {}

  /** Whether an extension knows the accounts; without one nobody is left out for want of one. */
  get areKept(): boolean {
    return !(this.details instanceof NoPayoutDetails);
  }

  /** Those of some members who have none. It must not be called in a transaction. */
  async missing(uids: readonly number[]): Promise<number[]> {
    const missing: number[] = [];
    for (let at = 0; at < uids.length; at += ASKED_AT_ONCE) {
      const some = uids.slice(at, at + ASKED_AT_ONCE);
      const known = await this.details.known(some);
      missing.push(...some.filter((uid) => !known.has(uid)));
    }
    return missing;
  }
}
