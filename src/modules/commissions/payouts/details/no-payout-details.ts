import { Injectable } from '@nestjs/common';
import { checksumIBAN } from 'sepa';
import { Config } from '#common/config/config.js';
import { PayoutDetails, type PayoutAccount } from './payout-details.js';

/** A country that no bank is in (ISO 3166 leaves it to its users): nobody can be paid there by mistake. */
const NOWHERE = 'ZZ';

/**
 * The default: accounts are kept elsewhere, such as by a payment provider, so nobody is left out, and files have none. In a demo
 * they have made-up ones.
 */
@Injectable()
export class NoPayoutDetails extends PayoutDetails {
  constructor(private readonly config: Config) {
    super();
  }

  of(uids: readonly number[]): Promise<ReadonlyMap<number, PayoutAccount>> {
    return Promise.resolve(new Map(this.config.demo ? uids.map((uid) => [uid, madeUp(`Member ${uid}`, uid)]) : []));
  }

  payer(): Promise<PayoutAccount | undefined> {
    return Promise.resolve(this.config.demo ? madeUp('Demo company', 0) : undefined);
  }

  override known(uids: readonly number[]): Promise<ReadonlySet<number>> {
    return Promise.resolve(new Set(uids));
  }
}

function madeUp(holder: string, number: number): PayoutAccount {
  return { holder, iban: checksumIBAN(`${NOWHERE}00DEMO${String(number).padStart(14, '0')}`) };
}
