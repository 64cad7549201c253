import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCalculator, IconHistoryToggle, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../../components/empty-state';
import { formatMoney, formatNumber, formatShare } from '../../components/format';
import type { ListFilter } from '../../components/list-filters';
import { pageOf, useList } from '../../components/list-params';
import { ListToolbar } from '../../components/list-toolbar';
import { May } from '../../components/may';
import { PageHeader } from '../../components/page-header';
import { Person } from '../../components/person';
import { ResourceList, type Column } from '../../components/resource-list';
import { StatusBadge } from '../../components/status-badge';
import { useDialog } from '../../components/use-dialog';
import { When } from '../../components/when';
import { KINDS, runTitle, STATUSES } from './labels';
import { runsQuery, type ListedRun } from './runs.queries';
import { StartDialog } from './start-dialog';
import { t } from '../../i18n/t';

const FILTERS: readonly ListFilter[] = [
  { kind: 'choice', name: 'kind', label: t('Kind'), choices: KINDS },
  { kind: 'choice', name: 'status', label: t('Status'), choices: STATUSES },
];

const COLUMNS: readonly Column<ListedRun>[] = [
  {
    id: 'run',
    title: t('Run'),
    cell: (run) => (
      <Anchor component={Link} to={`/commission-runs/${run.id}`} fw={600}>
        {runTitle(run)}
      </Anchor>
    ),
  },
  { id: 'status', title: t('Status'), cell: ({ status }) => <StatusBadge status={status} /> },
  {
    id: 'payout',
    title: t('Payout'),
    cell: ({ payout, currency_code }) => (payout === null ? '–' : formatMoney(payout, currency_code)),
    isNumeric: true,
  },
  {
    id: 'payout_ratio',
    title: t('Payout ratio'),
    cell: ({ payout_percent: ratio }) => (ratio === null ? '–' : formatShare(ratio)),
    isNumeric: true,
  },
  {
    id: 'payees',
    title: t('Members paid'),
    cell: ({ payees }) => (payees === null ? '–' : formatNumber(payees)),
    isNumeric: true,
  },
  {
    id: 'plan',
    title: t('Plan'),
    cell: ({ plan_id, plan_name }) => (
      <Anchor component={Link} to={`/plans/${plan_id}`} size="sm" className="wraps">
        {plan_name}
      </Anchor>
    ),
  },
  {
    id: 'started_by',
    title: t('Started by'),
    cell: ({ created_by_uid, automatic }) =>
      created_by_uid === null ? automatic ? t('the service') : t('unknown') : <Person uid={created_by_uid} />,
  },
  { id: 'started', title: t('Started'), sort: '-created_at', cell: ({ created_at }) => <When at={created_at} /> },
  { id: 'number', title: t('Number'), cell: ({ id }) => id, isNumeric: true },
];

/** The list of commission runs. */
export function RunsPage() {
  const list = useList(FILTERS, '-created_at');
  const dialog = useDialog('start');
  const query = useQuery(runsQuery(pageOf(list)));
  const start = (
    <May do="runs.write">
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => dialog.open()}>
        {t('Start a run')}
      </Button>
    </May>
  );
  return (
    <>
      <PageHeader
        title={t('Commission runs')}
        description={t(
          'A run calculates a period by a plan. A preview shows what would be paid; a final run of a period that has ended is approved and posted, which closes the period.',
        )}
        actions={
          <>
            {start}
            <Button
              component={Link}
              to="/commission-corrections"
              variant="default"
              leftSection={<IconHistoryToggle size={16} aria-hidden />}
            >
              {t('Corrections')}
            </Button>
          </>
        }
      />
      <ResourceList
        label={t('Runs')}
        name="runs"
        query={query}
        params={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        toolbar={<ListToolbar list={list} />}
        csv={{ path: 'commission-runs/', asked: list.narrowed }}
        empty={
          <EmptyState
            title={t('No runs yet')}
            hint={t(
              'Publish a plan first. Then start a preview of the open period, or a final run of one that has ended.',
            )}
            action={start}
            Icon={IconCalculator}
          />
        }
      />
      <May do="runs.write">
        <StartDialog dialog={dialog} />
      </May>
    </>
  );
}
