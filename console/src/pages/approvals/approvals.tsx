import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChecklist } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../../components/empty-state';
import { formatMoney } from '../../components/format';
import type { ListFilter } from '../../components/list-filters';
import { pageOf, useList } from '../../components/list-params';
import { ListToolbar } from '../../components/list-toolbar';
import { PageHeader } from '../../components/page-header';
import { ResourceList, type Column } from '../../components/resource-list';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { approvalsQuery, type Approval } from './approvals.queries';
import { kindLabel, KINDS, STATUSES } from './labels';
import { t } from '../../i18n/t';

const FILTERS: readonly ListFilter[] = [
  { kind: 'choice', name: 'for_me', label: t('Show'), choices: [{ value: 'true', label: t('What I can approve') }] },
  { kind: 'choice', name: 'status', label: t('Status'), choices: STATUSES },
  { kind: 'choice', name: 'kind', label: t('What'), choices: KINDS },
];

const COLUMNS: readonly Column<Approval>[] = [
  {
    id: 'what',
    title: t('What'),
    cell: ({ id, kind }) => (
      <Anchor component={Link} to={`/approvals/${id}`} fw={600}>
        {kindLabel(kind)}
      </Anchor>
    ),
  },
  { id: 'status', title: t('Status'), cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'effect', title: t('Effect'), cell: ({ effect }) => <span className="wraps">{effect.summary}</span> },
  {
    id: 'amount',
    title: t('Amount'),
    cell: ({ effect }) => (effect.amount === null ? '' : formatMoney(effect.amount, effect.currency_code)),
    isNumeric: true,
  },
  { id: 'made_by', title: t('Made by'), cell: ({ made_by }) => made_by },
  { id: 'made', title: t('Made'), sort: '-made_at', cell: ({ made_at }) => <When at={made_at} /> },
  { id: 'decided_by', title: t('Decided by'), cell: ({ decided_by }) => decided_by ?? '' },
];

/** What needs a second person: what waits, and what happened to it. */
export function ApprovalsPage() {
  const list = useList(FILTERS, '-made_at');
  const query = useQuery(approvalsQuery(pageOf(list)));
  return (
    <>
      <PageHeader
        title={t('Approvals')}
        description={t('Actions that one person proposes and another approves. Nothing happens while they wait.')}
      />
      <ResourceList
        label={t('Approvals')}
        name="approvals"
        query={query}
        params={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        toolbar={<ListToolbar list={list} />}
        csv={{ path: 'approvals/', asked: list.narrowed }}
        empty={
          <EmptyState
            title={t('No approvals')}
            hint={t('Publishing a plan, approving a run, releasing a payout and the like appear here.')}
            Icon={IconChecklist}
          />
        }
      />
    </>
  );
}
