import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  CustomFieldFilters,
  customColumns,
  customFilterNames,
  customFilters,
  useCustomFields,
} from '../../components/custom-fields';
import { formatMoney, formatNumber } from '../../components/format';
import { FilterSelect } from '../../components/filter-select';
import { useListParams } from '../../components/list-params';
import { ResourceList, type Column } from '../../components/resource-list';
import { SearchBox } from '../../components/search-box';
import { StatusBadge } from '../../components/status-badge';
import { UserPicker } from '../../components/user-picker';
import { When } from '../../components/when';
import { buyerQuery, ordersQuery, type Order, type OrderStatus } from './orders.queries';
import { ORDER_STATUSES } from './labels';

const NUMBER: Column<Order> = {
  title: 'Order',
  cell: ({ id, order_number, totals }) => (
    <Stack gap={0}>
      <Anchor component={Link} to={`/orders/${id}`} size="sm" fw={600} style={{ whiteSpace: 'nowrap' }}>
        {order_number}
      </Anchor>
      <Text size="sm" c="dimmed">
        {formatNumber(totals.quantity)} {totals.quantity === 1 ? 'item' : 'items'}
      </Text>
    </Stack>
  ),
};

const USER: Column<Order> = {
  title: 'User',
  width: 130,
  cell: ({ uid, username }) => (
    <Anchor component={Link} to={`/users/${uid}`} size="sm">
      {username}
    </Anchor>
  ),
};

const REST: readonly Column<Order>[] = [
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  {
    title: 'Placed',
    cell: ({ placed_at }) => (
      <OneLine>
        <When at={placed_at} />
      </OneLine>
    ),
  },
  {
    title: 'Price',
    cell: ({ totals, currency_code }) => formatMoney(totals.price, currency_code),
    isNumeric: true,
  },
  { title: 'Business volume', cell: ({ totals }) => formatNumber(totals.business_volume), isNumeric: true },
  { title: 'Points', cell: ({ totals }) => formatNumber(totals.points), isNumeric: true },
  { title: 'Cumulative volume', cell: ({ totals }) => formatNumber(totals.cumulative_volume), isNumeric: true },
];

const COLUMNS = [NUMBER, USER, ...REST];
const COLUMNS_OF_ONE = [NUMBER, ...REST];

/** Keeps a date on one line. */
function OneLine({ children }: { children: ReactNode }) {
  return <span style={{ whiteSpace: 'nowrap' }}>{children}</span>;
}

/**
 * Orders, newest first, with a search and filters by status and user.
 * @param uid orders of one user; all orders if omitted
 * @param empty shown when there are no orders
 */
export function OrderList({ uid, empty }: { uid?: number; empty: ReactNode }) {
  const fields = useCustomFields('orders');
  const own = customFilterNames(fields);
  const params = useListParams(uid === undefined ? ['status', 'uid', ...own] : ['status', ...own]);
  const { limit, offset, search, filters } = params;
  const status = filters.status as OrderStatus | undefined;
  const of = uid ?? uidOf(filters.uid);
  const query = useQuery(
    ordersQuery({
      limit,
      offset,
      ...customFilters(filters),
      ...(search && { search }),
      ...(status && { status }),
      ...(of && { uid: of }),
    }),
  );
  return (
    <ResourceList
      label="Orders"
      query={query}
      params={params}
      columns={[...(uid === undefined ? COLUMNS : COLUMNS_OF_ONE), ...customColumns<Order>(fields)]}
      keyOf={({ id }) => id}
      toolbar={
        <>
          <SearchBox
            label={uid === undefined ? 'Search by number or user' : 'Search by order number'}
            value={search}
            onChange={params.setSearch}
          />
          <FilterSelect
            params={params}
            name="status"
            label="Status"
            any="Any status"
            data={ORDER_STATUSES}
            width={160}
          />
          {uid === undefined && <BuyerFilter uid={of} onChange={(next) => params.setFilter('uid', next)} />}
          <CustomFieldFilters fields={fields} params={params} />
        </>
      }
      empty={empty}
    />
  );
}

/** Filters orders by user. */
function BuyerFilter({ uid, onChange }: { uid: number | undefined; onChange: (uid: string | null) => void }) {
  const { data } = useQuery({ ...buyerQuery(String(uid)), enabled: uid !== undefined });
  return (
    <UserPicker
      aria-label="User"
      placeholder="Any user"
      value={uid === undefined || data === undefined ? null : data}
      onChange={(user) => onChange(user === null ? null : String(user.uid))}
      w={{ base: '100%', xs: 220 }}
    />
  );
}

/** The uid in the URL; undefined if it is invalid. */
function uidOf(text: string | undefined): number | undefined {
  const uid = Number(text);
  return Number.isSafeInteger(uid) && uid > 0 ? uid : undefined;
}
