import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { applicationFilter } from '../../components/application-picker';
import { customColumns, customListFilters, useCustomFields } from '../../components/custom-fields';
import { formatMoney, formatNumber } from '../../components/format';
import type { ListFilter } from '../../components/list-filters';
import { pageOf, useList } from '../../components/list-params';
import { ListSums } from '../../components/list-sums';
import { ListToolbar } from '../../components/list-toolbar';
import { UserLink } from '../../components/person';
import { ResourceList, type Column } from '../../components/resource-list';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { ordersQuery, type Order, type OrdersQuery } from './orders.queries';
import { ORDER_STATUSES } from './labels';
import { useOrderBulk } from './order-bulk';
import { t } from '../../i18n/t';

const NUMBER: Column<Order> = {
  id: 'order',
  title: t('Order'),
  sort: '-order_number',
  cell: ({ id, order_number }) => (
    <Anchor component={Link} to={`/orders/${id}`} size="sm" style={{ whiteSpace: 'nowrap' }}>
      {order_number}
    </Anchor>
  ),
};

const USER: Column<Order> = {
  id: 'user',
  title: t('User'),
  cell: ({ uid, username }) => <UserLink uid={uid} name={username} size="sm" style={{ whiteSpace: 'nowrap' }} />,
};

const REST: readonly Column<Order>[] = [
  { id: 'status', title: t('Status'), cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'placed', title: t('Placed'), sort: '-placed_at', cell: ({ placed_at }) => <When at={placed_at} /> },
  {
    id: 'price',
    title: t('Price'),
    sort: '-total',
    cell: ({ totals, currency_code }) => formatMoney(totals.price, currency_code),
    isNumeric: true,
  },
  {
    id: 'items',
    title: t('Items', { context: 'order' }),
    cell: ({ totals }) => formatNumber(totals.quantity),
    isNumeric: true,
  },
  {
    id: 'business_volume',
    title: t('Business volume'),
    cell: ({ totals }) => formatNumber(totals.business_volume),
    isNumeric: true,
  },
  { id: 'points', title: t('Points'), cell: ({ totals }) => formatNumber(totals.points), isNumeric: true },
  {
    id: 'cumulative_volume',
    title: t('Cumulative volume'),
    cell: ({ totals }) => formatNumber(totals.cumulative_volume),
    isNumeric: true,
  },
];

const COLUMNS = [NUMBER, USER, ...REST];
const COLUMNS_OF_ONE = [NUMBER, ...REST];

const FILTERS: readonly ListFilter[] = [
  { kind: 'choice', name: 'status', label: t('Status'), choices: ORDER_STATUSES },
  { kind: 'days', label: t('Placed'), names: ['from', 'to'] },
  { kind: 'amounts', label: t('Price'), names: ['least', 'most'] },
  applicationFilter('application_id'),
];
const FILTERS_OF_ALL: readonly ListFilter[] = [...FILTERS, { kind: 'person', name: 'uid', label: t('User') }];

/**
 * Orders, newest first, with a search and filters.
 * @param uid orders of one user; all orders if omitted
 * @param empty shown when there are no orders
 */
export function OrderList({ uid, empty }: { uid?: number; empty: ReactNode }) {
  const fields = useCustomFields('orders');
  const isOfAll = uid === undefined;
  const list = useList([...(isOfAll ? FILTERS_OF_ALL : FILTERS), ...customListFilters(fields)], '-placed_at');
  const ofOne = isOfAll ? {} : { uid };
  const asked = { ...pageOf<OrdersQuery>(list), ...ofOne };
  const query = useQuery(ordersQuery({ ...asked, sums: 'true' }));
  const sums = query.data?.sums ?? [];
  const bulk = useOrderBulk(asked);
  return (
    <ResourceList
      label={t('Orders')}
      name={isOfAll ? 'orders' : 'orders-of-user'}
      query={query}
      params={list}
      columns={[...(isOfAll ? COLUMNS : COLUMNS_OF_ONE), ...customColumns<Order>(fields)]}
      keyOf={({ id }) => id}
      toolbar={
        <ListToolbar list={list} search={isOfAll ? t('Search by number or user') : t('Search by order number')} />
      }
      csv={{ path: 'orders/', asked }}
      sums={
        <ListSums
          figures={sums.flatMap(({ currency_code, total, remaining_total }) => [
            [t('Total'), formatMoney(total, currency_code)],
            [t('After cancellations and returns'), formatMoney(remaining_total, currency_code)],
          ])}
        />
      }
      empty={empty}
      bulk={bulk}
    />
  );
}
