import { IconCash, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { api, dataOf } from '../../api/client';
import { useMay } from '../../api/permissions';
import type { Bulk, BulkAction } from '../../components/bulk';
import { ORDER_STATUSES } from './labels';
import type { Order, OrdersQuery, OrderStatus } from './orders.queries';
import { t } from '../../i18n/t';

const REASON = { label: t('Reason'), description: t('Optional. Kept in the history; the buyer can read it.') };

/** A change of status, from those that it is possible from. */
function moveTo(
  status: OrderStatus,
  from: readonly OrderStatus[],
  rest: Omit<BulkAction<Order>, 'run' | 'leavesOut' | 'fields'>,
): BulkAction<Order> {
  return {
    ...rest,
    fields: [{ ...REASON, maxLength: 500 }],
    leavesOut: (order) =>
      from.includes(order.status) ? undefined : ORDER_STATUSES.find(({ value }) => value === order.status)!.label,
    run: ({ id }, [reason]) =>
      dataOf(
        api.PATCH('/admin/api/orders/{id}/', {
          params: { path: { id } },
          body: { status, ...(reason !== '' && { reason }) },
        }),
      ),
  };
}

const ACTIONS: readonly BulkAction<Order>[] = [
  moveTo('paid', ['placed'], {
    label: t('Mark as paid'),
    Icon: IconCash,
    question: t('Subscribed applications are notified. A paid order can be cancelled, but not become unpaid again.'),
  }),
  moveTo('completed', ['paid'], {
    label: t('Complete'),
    Icon: IconCircleCheck,
    question: t('A completed order can no longer be cancelled, only returned. Subscribed applications are notified.'),
  }),
  moveTo('cancelled', ['placed', 'paid'], {
    label: t('Cancel the orders'),
    Icon: IconCircleX,
    isDangerous: true,
    question: t('A cancelled order is final: it cannot be reopened. Subscribed applications are notified.'),
  }),
];

/** What can be done to several orders, for those who may. @param query what the list asks for */
export function useOrderBulk(query: OrdersQuery): Bulk<Order> | undefined {
  if (!useMay()('orders.write')) return undefined;
  return {
    actions: ACTIONS,
    nameOf: ({ order_number }) => order_number,
    amountOf: ({ totals, currency_code }) => [totals.price, currency_code],
    read: (page) => dataOf(api.GET('/admin/api/orders/', { params: { query: { ...query, ...page } } })),
    refreshes: [['orders'], ['volumes'], ['network'], ['audit'], ['home']],
  };
}
