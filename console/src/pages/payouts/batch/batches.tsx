import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCash, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../../../components/empty-state';
import { formatMoney, formatNumber } from '../../../components/format';
import type { ListFilter } from '../../../components/list-filters';
import { pageOf, useList } from '../../../components/list-params';
import { ListToolbar } from '../../../components/list-toolbar';
import { May } from '../../../components/may';
import { ResourceList, type Column } from '../../../components/resource-list';
import { StatusBadge } from '../../../components/status-badge';
import { useDialog } from '../../../components/use-dialog';
import { When } from '../../../components/when';
import { leftInWords, payoutStatus } from '../labels';
import { payoutsQuery, type Payout, type PayoutsQuery, type PayoutStatus } from '../payouts.queries';
import { CreateDialog } from './create-dialog';
import { t } from '../../../i18n/t';

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
  { id: 'created', title: t('Created'), cell: ({ created_at }) => <When at={created_at} /> },
  { id: 'by', title: t('By'), cell: ({ created_by }) => created_by },
];

const FILTERS: readonly ListFilter[] = [
  { kind: 'choice', name: 'status', label: t('Status'), choices: STATUSES },
  { kind: 'person', name: 'uid', label: t('Member') },
];

/** The batches, newest first. */
export function Batches() {
  const list = useList(FILTERS);
  const dialog = useDialog('create');
  const query = useQuery(payoutsQuery(pageOf<PayoutsQuery>(list)));
  const create = (
    <May do="payouts.write">
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => dialog.open()}>
        {t('New batch')}
      </Button>
    </May>
  );
  return (
    <>
      <ResourceList
        label={t('Batches')}
        name="payouts"
        query={query}
        params={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        toolbar={
          <>
            <ListToolbar list={list} search={t('Search by number')} />
            {create}
          </>
        }
        csv={{ path: 'payouts/', asked: list.narrowed }}
        empty={
          <EmptyState
            title={t('No payouts yet')}
            hint={t('Once a period is posted, its earnings can be paid out.')}
            action={create}
            Icon={IconCash}
          />
        }
      />
      <CreateDialog dialog={dialog} />
    </>
  );
}
