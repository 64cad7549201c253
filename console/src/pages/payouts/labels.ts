import { formatMoney, formatNumber } from '../../components/format';
import type { HoldReason, LeftOut, Payout } from './payouts.queries';
import { t } from '../../i18n/t';

/** Why payouts are held back, as select options. */
export const HOLD_REASONS: readonly { value: HoldReason; label: string }[] = [
  { value: 'tax', label: t('Tax form') },
  { value: 'identity', label: t('Identity') },
  { value: 'bank', label: t('Bank account') },
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
  if (status === 'cancelled') return t('Cancelled, nothing is paid');
  if (status === 'created') return t('Not released yet');
  if (pending.items > 0)
    return t('{{items}} of {{members}} left, {{amount}}', {
      items: formatNumber(pending.items),
      members: formatNumber(members),
      amount: formatMoney(pending.amount, currency),
    });
  if (failed.items > 0)
    return t('{{items}} failed, {{amount}} returned', {
      items: formatNumber(failed.items),
      amount: formatMoney(failed.amount, currency),
    });
  return t('All paid');
}

/** Why a balance is not in a batch. */
export const LEFT_OUT: Readonly<Record<LeftOut, { label: string; hint: string }>> = {
  negative_balance: { label: t('Negative balance'), hint: t('They owe more than they have earned.') },
  not_active: { label: t('Not active'), hint: t('Suspended, terminated or deactivated, or no distributor.') },
  on_hold: { label: t('On hold'), hint: t('Their payouts are held back until the hold is released.') },
  not_payable_yet: { label: t('Not payable yet'), hint: t('Their earnings become payable some days after posting.') },
  below_minimum: { label: t('Below the minimum'), hint: t('Their balances wait until they reach the minimum.') },
  no_account: { label: t('No account'), hint: t('The payout details have no account of theirs.') },
};
