import type { HoldReason, Payout } from './payouts.queries';

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
