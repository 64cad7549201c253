import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCash, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../../../components/empty-state';
import { formatMoney, formatNumber } from '../../../components/format';
import { FilterSelect } from '../../../components/filter-select';
import { useListParams } from '../../../components/list-params';
import { May } from '../../../components/may';
import { ResourceList, type Column } from '../../../components/resource-list';
import { StatusBadge } from '../../../components/status-badge';
import { useDialog } from '../../../components/use-dialog';
import { When } from '../../../components/when';
import { leftInWords, payoutStatus } from '../labels';
import { payoutsQuery, type Payout, type PayoutStatus } from '../payouts.queries';
import { CreateDialog } from './create-dialog';

const FILTERS = ['status'] as const;

const STATUSES: readonly { value: PayoutStatus; label: string }[] = [
  { value: 'created', label: 'Created' },
  { value: 'released', label: 'Released or settled' },
  { value: 'cancelled', label: 'Cancelled' },
];

const COLUMNS: readonly Column<Payout>[] = [
  {
    title: 'Batch',
    cell: ({ id, is_last }) => (
      <Anchor component={Link} to={`/payouts/${id}`} fw={600}>
        {is_last ? `Last payout ${id}` : `Payout ${id}`}
      </Anchor>
    ),
  },
  { title: 'Status', cell: (payout) => <StatusBadge status={payoutStatus(payout)} /> },
  { title: 'Amount', cell: ({ amount, currency_code }) => formatMoney(amount, currency_code), isNumeric: true },
  { title: 'Members', cell: ({ members }) => formatNumber(members), isNumeric: true },
  { title: 'Left', cell: leftInWords },
  { title: 'Created', cell: ({ created_at }) => <When at={created_at} /> },
  { title: 'By', cell: ({ created_by }) => created_by },
];

/** The batches, newest first. */
export function Batches() {
  const params = useListParams(FILTERS);
  const dialog = useDialog('create');
  const { limit, offset, filters } = params;
  const status = filters.status as PayoutStatus | undefined;
  const query = useQuery(payoutsQuery({ limit, offset, ...(status && { status }) }));
  const create = (
    <May do="payouts.write">
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => dialog.open()}>
        New batch
      </Button>
    </May>
  );
  return (
    <>
      <ResourceList
        label="Batches"
        query={query}
        params={params}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        toolbar={
          <>
            <FilterSelect params={params} name="status" label="Status" any="Any status" data={STATUSES} />
            {create}
          </>
        }
        empty={
          <EmptyState
            title="No payouts yet"
            hint="Once a period is posted, its earnings can be paid out."
            action={create}
            Icon={IconCash}
          />
        }
      />
      <CreateDialog dialog={dialog} />
    </>
  );
}
