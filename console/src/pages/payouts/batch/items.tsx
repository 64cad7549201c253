import { Anchor, Button, Group, Select, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../../../components/empty-state';
import { formatMoney } from '../../../components/format';
import { useListParams } from '../../../components/list-params';
import { ResourceList, type Column } from '../../../components/resource-list';
import { StatusBadge } from '../../../components/status-badge';
import { useDialog } from '../../../components/use-dialog';
import { itemsQuery, type ItemStatus, type Payout, type PayoutItem } from '../payouts.queries';
import { MarkDialog } from './mark-dialog';

const FILTERS = ['status'] as const;

const STATUSES: readonly { value: ItemStatus; label: string }[] = [
  { value: 'pending', label: 'Not marked yet' },
  { value: 'paid', label: 'Paid' },
  { value: 'failed', label: 'Failed' },
  { value: 'cancelled', label: 'Left out' },
];

/** What a batch pays each member, with buttons that mark transfers as paid or failed. */
export function Items({ payout }: { payout: Payout }) {
  const params = useListParams(FILTERS);
  const { limit, offset, filters } = params;
  const status = filters.status as ItemStatus | undefined;
  const query = useQuery(itemsQuery(payout.id, { limit, offset, ...(status && { status }) }));
  const [paid, failed] = [useDialog('paid'), useDialog('failed')];
  const columns: readonly Column<PayoutItem>[] = [
    {
      title: 'Member',
      cell: ({ uid, username, name }) => (
        <>
          <Anchor component={Link} to={`/users/${uid}`} fw={600}>
            {username}
          </Anchor>
          <Text size="xs" c="dimmed">
            {name}
          </Text>
        </>
      ),
    },
    { title: 'Amount', cell: ({ amount }) => formatMoney(amount, payout.currency_code), isNumeric: true },
    { title: 'Status', cell: ({ status: of }) => <StatusBadge status={of} /> },
    { title: 'Reference or reason', cell: ({ reference, reason }) => reference ?? reason ?? '–' },
    {
      title: 'Mark',
      cell: ({ id, status: of, username }) =>
        payout.status === 'released' &&
        of === 'pending' && (
          <Group gap={6} wrap="nowrap">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Paid: ${username}`}
              onClick={() => paid.open(String(id))}
            >
              Paid…
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Failed: ${username}`}
              onClick={() => failed.open(String(id))}
            >
              Failed…
            </Button>
          </Group>
        ),
    },
  ];
  const items = query.data?.results ?? [];
  return (
    <section aria-labelledby="items">
      <Title order={2} id="items" mb="sm">
        Items
      </Title>
      <ResourceList
        label="Items"
        query={query}
        params={params}
        columns={columns}
        keyOf={({ id }) => id}
        toolbar={
          <>
            <Select
              aria-label="Status of items"
              placeholder="Any status"
              data={STATUSES}
              value={status ?? null}
              onChange={(value) => params.setFilter('status', value)}
              clearable
              clearButtonProps={{ 'aria-label': 'Any status' }}
              w={{ base: '100%', xs: 180 }}
            />
            <Button
              component="a"
              href={`/admin/api/payouts/${payout.id}/items/?format=csv`}
              download
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
            >
              All items as CSV
            </Button>
          </>
        }
        empty={<EmptyState title="No items" />}
      />
      <MarkDialog payout={payout} items={items} mark="paid" dialog={paid} />
      <MarkDialog payout={payout} items={items} mark="failed" dialog={failed} />
    </section>
  );
}
