import type { Fixed } from '#common/money/fixed.js';
import type { MemberStatus } from '#network/members/index.js';
import type { MemberKind } from '#people/users/index.js';

const DECIMAL_PLACES = 4;

/**
 * What is wrong with an amount of money, or undefined.
 * @param digits decimals of the currency
 */
export function validateAmount(amount: Fixed, digits: number): string | undefined {
  return amount === 0n ? 'must not be 0' : validateDecimals(amount, digits);
}

/**
 * What is wrong with the decimals of an amount of money, or undefined.
 * @param digits decimals of the currency
 */
export function validateDecimals(amount: Fixed, digits: number): string | undefined {
  if (amount % 10n ** BigInt(DECIMAL_PLACES - digits) === 0n) return undefined;
  return digits === 0 ? 'must be whole in this currency' : `must have at most ${digits} decimals in this currency`;
}

/** Whether a member is in no batch any more: its balance is paid by a last payout, or written off. */
export function hasLeft({ kind, status }: { kind: MemberKind; status: MemberStatus }): boolean {
  return status === 'terminated' || kind !== 'distributor';
}
