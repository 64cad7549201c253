import { Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMay } from '#console/api/permissions';
import { EmptyState } from '#console/components/empty-state';
import { formatMoney } from '#console/components/format';
import type { ListFilter } from '#console/components/list-filters';
import { pageOf, useList } from '#console/components/list-params';
import { ListSums } from '#console/components/list-sums';
import { ListToolbar } from '#console/components/list-toolbar';
import { UserLink } from '#console/components/person';
import { ResourceList, type Column } from '#console/components/resource-list';
import { StatusBadge } from '#console/components/status-badge';
import { useDialog } from '#console/components/use-dialog';
import {
  itemsQuery,
  type ItemsQuery,
  type ItemStatus,
  type Payout,
  type PayoutItem,
  PAYOUTS_CHANGED,
} from '../payouts.queries';
import { ITEM_STATUSES } from './item-statuses';
import { MarkDialog } from './mark-dialog';
import { t } from '#console/i18n/t';
import { IconCash, IconCashOff } from '@tabler/icons-react';
import { api, dataOf } from '#console/api/client';
import type { Bulk, BulkAction } from '#console/components/bulk';

const FILTERS: readonly ListFilter[] = [
  { kind: 'choice', name: 'status', label: t('Status'), choices: ITEM_STATUSES },
  { kind: 'person', name: 'uid', label: t('Member') },
];

/** What a batch pays each member, with buttons that mark transfers as paid or failed. */
export function Items({ payout }: { payout: Payout }) {
  const list = useList(FILTERS);
  const may = useMay();
  const { status, uid } = list.filters as { status?: ItemStatus; uid?: string };
  const query = useQuery(itemsQuery(payout.id, pageOf<ItemsQuery>(list)));
  const [paid, failed] = [useDialog('paid'), useDialog('failed')];
  // Nothing is left to be said of a payout whose items are all settled.
  const canBeMarked = may('payouts.write') && payout.status === 'released' && payout.sums.pending.items > 0;
  const marks: Column<PayoutItem> = {
    id: 'mark',
    title: t('Mark'),
    cell: ({ id, status: of, username }) =>
      of === 'pending' && (
        <Group gap={6} wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('Paid: {{username}}', { username })}
            onClick={() => paid.open(String(id))}
          >
            {t('Paid…')}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('Failed: {{username}}', { username })}
            onClick={() => failed.open(String(id))}
          >
            {t('Failed…')}
          </Button>
        </Group>
      ),
  };
  const columns: readonly Column<PayoutItem>[] = [
    {
      id: 'member',
      title: t('Member'),
      cell: ({ uid, username, name }) => (
        <>
          <UserLink uid={uid} name={username} tab="earnings" fw={600} />
          <Text size="xs" c="dimmed">
            {name}
          </Text>
        </>
      ),
    },
    {
      id: 'amount',
      title: t('Amount'),
      cell: ({ amount }) => formatMoney(amount, payout.currency_code),
      isNumeric: true,
    },
    { id: 'status', title: t('Status'), cell: ({ status: of }) => <StatusBadge status={of} /> },
    {
      id: 'reference_or_reason',
      title: t('Reference or reason'),
      cell: ({ reference, reason }) => reference ?? reason ?? '–',
    },
    ...(canBeMarked ? [marks] : []),
  ];
  const items = query.data?.results ?? [];
  return (
    <section aria-labelledby="items">
      <Title order={2} id="items" mb="sm">
        {t('Items')}
      </Title>
      <ResourceList
        label={t('Items')}
        name="payout-items"
        query={query}
        params={list}
        columns={columns}
        keyOf={({ id }) => id}
        toolbar={<ListToolbar list={list} />}
        csv={{ path: `payouts/${payout.id}/items/`, asked: list.narrowed }}
        sums={
          // What one member gets is in the row.
          uid === undefined && (
            <ListSums
              figures={[
                [
                  t('Total'),
                  formatMoney(status === undefined ? payout.amount : payout.sums[status].amount, payout.currency_code),
                ],
              ]}
            />
          )
        }
        empty={<EmptyState title={t('No items')} />}
        bulk={canBeMarked ? itemBulk(payout, pageOf<ItemsQuery>(list)) : undefined}
      />
      <MarkDialog payout={payout} items={items} mark="paid" dialog={paid} />
      <MarkDialog payout={payout} items={items} mark="failed" dialog={failed} />
    </section>
  );
}

/** What can be done to several items of a payout. @param query what the list asks for */
function itemBulk({ id, currency_code: currency }: Payout, query: ItemsQuery): Bulk<PayoutItem> {
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
