import { IconCash, IconCashOff } from '@tabler/icons-react';
import { api, dataOf } from '../../../api/client';
import type { Bulk, BulkAction } from '../../../components/bulk';
import { PAYOUTS_CHANGED, type ItemsQuery, type Payout, type PayoutItem } from '../payouts.queries';
import { ITEM_STATUSES } from './item-statuses';
import { t } from '../../../i18n/t';

/** What can be done to several items of a payout. @param query what the list asks for */
export function itemBulk({ id, currency_code: currency }: Payout, query: ItemsQuery): Bulk<PayoutItem> {
  const path = { id };
  const mark = (of: (item: number) => { id: number; status: 'paid' | 'failed' }) => (rows: readonly PayoutItem[]) =>
    dataOf(
      api.POST('/admin/api/payouts/{id}/mark/', { params: { path }, body: { items: rows.map((row) => of(row.id)) } }),
    );
  const shared: Pick<BulkAction<PayoutItem>, 'leavesOut'> = {
    leavesOut: (item) =>
      item.status === 'pending' ? undefined : ITEM_STATUSES.find(({ value }) => value === item.status)!.label,
  };
  return {
    actions: [
      {
        ...shared,
        label: t('Mark as paid'),
        Icon: IconCash,
        question: t('A mark cannot be changed. All of them are marked, or none.'),
        fields: [
          {
            label: t('Reference'),
            description: t('Such as the number of the transfer. All of them get it.'),
            isRequired: true,
            maxLength: 200,
          },
        ],
        runAll: (rows, [reference]) => mark((item) => ({ id: item, status: 'paid', reference: reference! }))(rows),
      },
      {
        ...shared,
        label: t('Mark as failed'),
        Icon: IconCashOff,
        isDangerous: true,
        question: t('The amounts go back to the balances, and the next batch takes them. A mark cannot be changed.'),
        fields: [{ label: t('Reason'), description: t('The member reads it.'), isRequired: true, maxLength: 500 }],
        runAll: (rows, [reason]) => mark((item) => ({ id: item, status: 'failed', reason: reason! }))(rows),
      },
    ],
    nameOf: ({ username }) => username,
    amountOf: ({ amount }) => [amount, currency],
    read: (page) =>
      dataOf(api.GET('/admin/api/payouts/{id}/items/', { params: { path, query: { ...query, ...page } } })),
    refreshes: PAYOUTS_CHANGED,
  };
}
