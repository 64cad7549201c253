import { Anchor, Button, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useMay } from '../../../api/permissions';
import { EmptyState } from '../../../components/empty-state';
import { formatMoney } from '../../../components/format';
import type { ListFilter } from '../../../components/list-filters';
import { pageOf, useList } from '../../../components/list-params';
import { ListSums } from '../../../components/list-sums';
import { ListToolbar } from '../../../components/list-toolbar';
import { ResourceList, type Column } from '../../../components/resource-list';
import { StatusBadge } from '../../../components/status-badge';
import { useDialog } from '../../../components/use-dialog';
import { itemsQuery, type ItemsQuery, type ItemStatus, type Payout, type PayoutItem } from '../payouts.queries';
import { itemBulk } from './item-bulk';
import { ITEM_STATUSES } from './item-statuses';
import { MarkDialog } from './mark-dialog';
import { t } from '../../../i18n/t';

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
          <Anchor component={Link} to={`/users/${uid}/earnings`} fw={600}>
            {username}
          </Anchor>
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
