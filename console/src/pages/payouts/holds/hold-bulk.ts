import { IconHandStop, IconPlayerPlay } from '@tabler/icons-react';
import { api, dataOf } from '#console/api/client';
import { useMay } from '#console/api/permissions';
import type { Bulk, BulkAction } from '#console/components/bulk';
import { HOLD_REASONS } from '../labels';
import {
  PAYOUTS_CHANGED,
  type Balance,
  type BalancesQuery,
  type Hold,
  type HoldReason,
  type HoldsQuery,
} from '../payouts.queries';
import { t } from '#console/i18n/t';

/** Puts a member on hold. */
export const hold = (uid: number, reason: HoldReason, note: string) =>
  dataOf(api.POST('/admin/api/payout-holds/', { body: { uid, reason, note } }));

/** Releases a hold. */
export const release = (id: number) =>
  dataOf(api.POST('/admin/api/payout-holds/{id}/release/', { params: { path: { id } } }));

const RELEASE: BulkAction<Hold> = {
  label: t('Release', { context: 'hold' }),
  Icon: IconPlayerPlay,
  leavesOut: ({ to }) => (to === null ? undefined : t('already released')),
  run: ({ id }) => release(id),
  undo: ({ uid, reason, note }) => hold(uid, reason, note),
};

const PUT: BulkAction<Balance> = {
  label: t('Put on hold'),
  Icon: IconHandStop,
  fields: [
    { label: t('Reason'), description: t('The member reads it.'), isRequired: true, choices: HOLD_REASONS },
    {
      label: t('Note'),
      description: t('Only for admins; the member sees the reason.'),
      isRequired: true,
      maxLength: 500,
    },
  ],
  run: ({ uid }, [reason, note]) => hold(uid, reason as HoldReason, note!),
  undo: (_, output) => release((output as Hold).id),
};

/** What can be done to several holds, for those who may. @param query what the list asks for */
export function useHoldBulk(query: HoldsQuery): Bulk<Hold> | undefined {
  if (!useMay()('holds.write')) return undefined;
  return {
    actions: [RELEASE],
    nameOf: ({ username }) => username,
    read: (page) => dataOf(api.GET('/admin/api/payout-holds/', { params: { query: { ...query, ...page } } })),
    refreshes: PAYOUTS_CHANGED,
  };
}

/** What can be done to several members with a balance. @param query what the list asks for */
export function useBalanceBulk(query: BalancesQuery): Bulk<Balance> | undefined {
  if (!useMay()('holds.write')) return undefined;
  return {
    actions: [PUT],
    nameOf: ({ username }) => username,
    amountOf: ({ balance, currency_code }) => [balance, currency_code],
    read: (page) => dataOf(api.GET('/admin/api/earnings/balances/', { params: { query: { ...query, ...page } } })),
    refreshes: PAYOUTS_CHANGED,
  };
}
