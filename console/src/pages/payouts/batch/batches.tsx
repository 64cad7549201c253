import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCash, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '#console/components/empty-state';
import { formatMoney, formatNumber } from '#console/components/format';
import type { ListFilter } from '#console/components/list-filters';
import { pageOf, useList } from '#console/components/list-params';
import { ListSums } from '#console/components/list-sums';
import { ListToolbar } from '#console/components/list-toolbar';
import { May } from '#console/components/may';
import { ResourceList, type Column } from '#console/components/resource-list';
import { StatusBadge } from '#console/components/status-badge';
import { useDialog } from '#console/components/use-dialog';
import { When } from '#console/components/when';
import { leftInWords, payoutStatus } from '../labels';
import { payoutsQuery, type Payout, type PayoutsPage, type PayoutsQuery, type PayoutStatus } from '../payouts.queries';
import { CreateDialog } from './create-dialog';
import { t } from '#console/i18n/t';

const STATUSES: readonly { value: PayoutStatus; label: string }[] = [
  { value: 'created', label: t('Created') },
  { value: 'released', label: t('Released or settled') },
  { value: 'cancelled', label: t('Cancelled') },
];

const COLUMNS: readonly Column<Payout>[] = [
  {
    id: 'batch',
    title: t('Batch'),
    cell: ({ id, is_last }) => (
      <Anchor component={Link} to={`/payouts/${id}`} fw={600}>
        {is_last ? t('Last payout {{id}}', { id }) : t('Payout {{id}}', { id })}
      </Anchor>
    ),
  },
  { id: 'status', title: t('Status'), cell: (payout) => <StatusBadge status={payoutStatus(payout)} /> },
  {
    id: 'amount',
    title: t('Amount'),
    cell: ({ amount, currency_code }) => formatMoney(amount, currency_code),
    isNumeric: true,
  },
  { id: 'members', title: t('Members'), cell: ({ members }) => formatNumber(members), isNumeric: true },
  { id: 'left', title: t('Left', { context: 'remaining' }), cell: leftInWords },
  { id: 'created', title: t('Created'), sort: '-created_at', cell: ({ created_at }) => <When at={created_at} /> },
  { id: 'by', title: t('By'), cell: ({ created_by }) => created_by },
];

const FILTERS: readonly ListFilter[] = [
  { kind: 'choice', name: 'status', label: t('Status'), choices: STATUSES },
  { kind: 'person', name: 'uid', label: t('Member') },
];

/** Opens the dialog of the batches. */
export function NewBatch() {
  const dialog = useDialog('create');
  return (
    <May do="payouts.write">
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => dialog.open()}>
        {t('New batch')}
      </Button>
    </May>
  );
}

/** The batches, newest first. */
export function Batches() {
  const list = useList(FILTERS, '-created_at');
  const dialog = useDialog('create');
  const query = useQuery(payoutsQuery({ ...pageOf<PayoutsQuery>(list), sums: 'true' }));
  return (
    <>
      <ResourceList
        label={t('Batches')}
        name="payouts"
        query={query}
        params={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        toolbar={<ListToolbar list={list} search={t('Search by number')} />}
        csv={{ path: 'payouts/', asked: list.narrowed }}
        sums={<Sums of={query.data} />}
        empty={
          <EmptyState
            title={t('No payouts yet')}
            hint={t('Once a period is posted, its earnings can be paid out.')}
            action={<NewBatch />}
            Icon={IconCash}
          />
        }
      />
      <CreateDialog dialog={dialog} />
    </>
  );
}

/** What batches come to that are not cancelled, and what is left to mark. */
function Sums({ of }: { of: PayoutsPage | undefined }) {
  const sums = (of?.sums ?? []).filter(({ status }) => status !== 'cancelled');
  if (sums.length === 0) return null;
  const told = (name: 'amount' | 'pending') =>
    formatMoney(
      sums.reduce((sum, one) => sum + one[name], 0),
      of!.results[0]!.currency_code,
    );
  return (
    <ListSums
      figures={[
        [t('Total'), told('amount')],
        [t('Left', { context: 'remaining' }), told('pending')],
      ]}
    />
  );
}
