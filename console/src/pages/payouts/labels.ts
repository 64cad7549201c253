import { formatMoney, formatNumber } from '../../components/format';
import type { HoldReason, LeftOut, Payout } from './payouts.queries';

/** Why payouts are held back, as select options. */
export const HOLD_REASONS: readonly { value: HoldReason; label: string }[] = [
  { value: 'tax', label: 'Tax form' },
  { value: 'identity', label: 'Identity' },
  { value: 'bank', label: 'Bank account' },
];

/** A reason in words. */
export const holdInWords = (reason: string): string =>
  HOLD_REASONS.find(({ value }) => value === reason)?.label ?? reason;

/** The status of a batch; `settled` once each item of a released one is marked. */
export const payoutStatus = ({ status, sums }: Pick<Payout, 'status' | 'sums'>): string =>
  status === 'released' && sums.pending.items === 0 ? 'settled' : status;

/** What of a batch is still to be done, or how it ended: `12 of 300 left, $1,204.50`. */
export function leftInWords({ status, members, currency_code: currency, sums }: Payout): string {
  const { pending, failed } = sums;
  if (status === 'cancelled') return 'Cancelled, nothing is paid';
  if (status === 'created') return 'Not released yet';
  if (pending.items > 0)
    return `${formatNumber(pending.items)} of ${formatNumber(members)} left, ${formatMoney(pending.amount, currency)}`;
  if (failed.items > 0) return `${formatNumber(failed.items)} failed, ${formatMoney(failed.amount, currency)} returned`;
  return 'All paid';
}

/** Why a balance is not in a batch. */
export const LEFT_OUT: Readonly<Record<LeftOut, { label: string; hint: string }>> = {
  negative_balance: { label: 'Negative balance', hint: 'They owe more than they have earned.' },
  not_active: { label: 'Not active', hint: 'Suspended, terminated or deactivated, or no distributor.' },
  on_hold: { label: 'On hold', hint: 'Their payouts are held back until the hold is released.' },
  not_payable_yet: { label: 'Not payable yet', hint: 'Their earnings become payable some days after posting.' },
  below_minimum: { label: 'Below the minimum', hint: 'Their balances wait until they reach the minimum.' },
  no_account: { label: 'No account', hint: 'The payout details have no account of theirs.' },
};
