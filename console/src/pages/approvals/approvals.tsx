import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconChecklist } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../../components/empty-state';
import { FilterSelect } from '../../components/filter-select';
import { formatMoney } from '../../components/format';
import { useListParams } from '../../components/list-params';
import { PageHeader } from '../../components/page-header';
import { ResourceList, type Column } from '../../components/resource-list';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { approvalsQuery, type Approval, type ApprovalStatus } from './approvals.queries';
import { kindLabel, KINDS, STATUSES } from './labels';
import { t } from '../../i18n/t';

const FILTERS = ['for_me', 'status', 'kind'] as const;

const FOR_ME = [{ value: 'true', label: t('What I can approve') }];

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
  {
    id: 'effect',
    title: t('Effect'),
    cell: ({ effect }) => <span style={{ overflowWrap: 'anywhere' }}>{effect.summary}</span>,
  },
  {
    id: 'amount',
    title: t('Amount'),
    cell: ({ effect }) => (effect.amount === null ? '' : formatMoney(effect.amount, effect.currency_code)),
    isNumeric: true,
  },
  { id: 'made_by', title: t('Made by'), cell: ({ made_by }) => made_by },
  { id: 'made', title: t('Made'), cell: ({ made_at }) => <When at={made_at} /> },
  { id: 'decided_by', title: t('Decided by'), cell: ({ decided_by }) => decided_by ?? '' },
];

/** What needs a second person: what waits, and what became of it. */
export function ApprovalsPage() {
  const params = useListParams(FILTERS);
  const { limit, offset, filters } = params;
  const { status, kind, for_me } = filters;
  const query = useQuery(
    approvalsQuery({
      limit,
      offset,
      ...(status !== undefined && { status: status as ApprovalStatus }),
      ...(kind !== undefined && { kind }),
      ...(for_me === 'true' && { for_me }),
    }),
  );
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
        params={params}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        toolbar={
          <>
            <FilterSelect params={params} name="for_me" label={t('Show')} any={t('All approvals')} data={FOR_ME} />
            <FilterSelect params={params} name="status" label={t('Status')} any={t('Any status')} data={STATUSES} />
            <FilterSelect params={params} name="kind" label={t('What')} any={t('Anything')} data={KINDS} width={240} />
          </>
        }
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
