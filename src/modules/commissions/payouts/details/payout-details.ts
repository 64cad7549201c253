import { Injectable } from '@nestjs/common';
import { checksumIBAN } from 'sepa';
import { Config } from '#common/config/config.js';

/** An account that money is sent to, or from. The service neither keeps nor logs it. */
export interface PayoutAccount {
  /** Who holds it. */
  readonly holder: string;
  /** Without spaces, in capital letters: `DE89370400440532013000`. */
  readonly iban?: string;
  readonly bic?: string;
  /** Where there are no IBANs. */
  readonly account_number?: string;
  /** In the United States the nine digits of the ABA routing number. */
  readonly routing_number?: string;
  /** For NACHA files; default: checking. */
  readonly account_type?: 'checking' | 'savings';
  /** Of the payer, for NACHA files: its company identification, at most ten characters that its bank assigns; often `1` and the EIN. */
  readonly company_id?: string;
  /** Of the payer, for NACHA files. */
  readonly bank_name?: string;
}

/** Members that a {@link PayoutDetails} is asked for at once. */
export const ASKED_AT_ONCE = 1_000;

/**
 * Knows where payouts go: the accounts of members and of the company. A replaceable provider of an extension or of a payment
 * provider’s adapter: the service asks for accounts while it makes a file for a bank, and keeps none of them.
 * @example
 * ```ts
 * @Injectable()
 * class BankDetails extends PayoutDetails {
 *   async of(uids: readonly number[]) { return this.vault.open(uids); }
 *   async payer() { return { holder: 'Example GmbH', iban: 'DE89370400440532013000' }; }
 * }
 * ```
 */
export abstract class PayoutDetails {
  /**
   * The accounts of members, by uid; who has none is left out of it. It is not called in a transaction, and may ask another
   * service; what it throws ends the file.
   * @param uids at most 1,000
   */
  abstract of(uids: readonly number[]): Promise<ReadonlyMap<number, PayoutAccount>>;

  /** The account that pays, which files of transfers need; undefined without one. */
  abstract payer(): Promise<PayoutAccount | undefined>;

  /**
   * Which of the members have an account: batches leave out all others. Override it where that is known without opening accounts.
   * @param uids at most 1,000
   */
  async known(uids: readonly number[]): Promise<ReadonlySet<number>> {
    return new Set((await this.of(uids)).keys());
  }
}

/** A country that no bank is in (ISO 3166 leaves it to its users), and a number of no bank: nobody can be paid there by mistake. */
const NOWHERE = 'ZZ';
const NO_BANK = '990000000';

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
  const iban = checksumIBAN(`${NOWHERE}00DEMO${String(number).padStart(14, '0')}`);
  return { holder, iban, routing_number: NO_BANK, account_number: `DEMO-${number}`, company_id: 'DEMO' };
}

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
