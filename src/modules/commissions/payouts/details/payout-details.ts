/** An account that money is sent to, or from. The service neither keeps nor logs it. */
export interface PayoutAccount {
  /** Who holds it. */
  readonly holder: string;
  /** Without spaces, in capital letters: `DE89370400440532013000`. */
  readonly iban?: string;
  readonly bic?: string;
  /** Where there are no IBANs. */
  readonly account_number?: string;
  readonly routing_number?: string;
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

  /** The account that pays, which files for SEPA need; undefined without one. */
  abstract payer(): Promise<PayoutAccount | undefined>;

  /**
   * Which of the members have an account: batches leave out all others. Override it where that is known without opening accounts.
   * @param uids at most 1,000
   */
  async known(uids: readonly number[]): Promise<ReadonlySet<number>> {
    return new Set((await this.of(uids)).keys());
  }
}
