import { IconHandStop, IconPlayerPlay } from '@tabler/icons-react';
import { api, dataOf } from '../../../api/client';
import { useMay } from '../../../api/permissions';
import type { Bulk, BulkAction } from '../../../components/bulk';
import { HOLD_REASONS } from '../labels';
import { PAYOUTS_CHANGED, type Balance, type Hold, type HoldReason } from '../payouts.queries';
import { t } from '../../../i18n/t';

const hold = (uid: number, reason: HoldReason, note: string) =>
  dataOf(api.POST('/admin/api/payout-holds/', { body: { uid, reason, note } }));

const release = (id: number) => dataOf(api.POST('/admin/api/payout-holds/{id}/release/', { params: { path: { id } } }));

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
    {
      label: t('Reason'),
      description: t('The member reads it.'),
      isRequired: true,
      choices: HOLD_REASONS,
    },
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

/** What can be done to several holds, for those who may. */
export function useHoldBulk(): Bulk<Hold> | undefined {
  if (!useMay()('holds.write')) return undefined;
  return {
    actions: [RELEASE],
    nameOf: ({ username }) => username,
    read: (query) => dataOf(api.GET('/admin/api/payout-holds/', { params: { query } })),
    refreshes: PAYOUTS_CHANGED,
  };
}

/** What can be done to several members with a balance. @param search what the list looks for */
export function useBalanceBulk(search: string | undefined): Bulk<Balance> | undefined {
  if (!useMay()('holds.write')) return undefined;
  return {
    actions: [PUT],
    nameOf: ({ username }) => username,
    amountOf: ({ balance, currency_code }) => [balance, currency_code],
    read: (page) =>
      dataOf(api.GET('/admin/api/earnings/balances/', { params: { query: { ...page, ...(search && { search }) } } })),
    refreshes: PAYOUTS_CHANGED,
  };
}
