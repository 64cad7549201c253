import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFileDollar, IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../../components/empty-state';
import type { ListFilter } from '../../components/list-filters';
import { pageOf, useList } from '../../components/list-params';
import { ListToolbar } from '../../components/list-toolbar';
import { May } from '../../components/may';
import { PageHeader } from '../../components/page-header';
import { ResourceList, type Column } from '../../components/resource-list';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { periodsInWords, spanInWords, STATUSES } from './labels';
import { plansQuery, type PlanSummary } from './plans.queries';
import { t } from '../../i18n/t';

const FILTERS: readonly ListFilter[] = [
  { kind: 'choice', name: 'status', label: t('Status'), choices: STATUSES },
  { kind: 'text', name: 'period', label: t('Effective in the period') },
];

const COLUMNS: readonly Column<PlanSummary>[] = [
  {
    title: t('Plan'),
    cell: ({ id, name }) => (
      <Anchor component={Link} to={`/plans/${id}`} fw={600} className="wraps">
        {name}
      </Anchor>
    ),
  },
  { title: t('Status'), cell: ({ status }) => <StatusBadge status={status} /> },
  { title: t('Effective'), cell: (plan) => spanInWords(plan) },
  {
    title: t('Periods'),
    cell: (plan) => (
      <Text component="span" size="sm" className="wraps">
        {periodsInWords(plan)}
      </Text>
    ),
  },
  { title: t('Number'), cell: ({ id }) => id, isNumeric: true },
  { title: t('Last change'), cell: ({ updated_at }) => <When at={updated_at} /> },
];

/** The list of the plan's versions. */
export function PlansPage() {
  const list = useList(FILTERS);
  const query = useQuery(plansQuery(pageOf(list)));
  const create = (
    <May do="plans.write">
      <Button component={Link} to="/plans/new" leftSection={<IconPlus size={16} aria-hidden />}>
        {t('New plan')}
      </Button>
    </May>
  );
  return (
    <>
      <PageHeader
        title={t('Plans')}
        description={t(
          'Plans define which commissions are paid. A plan starts as a draft. Once published, it is effective from a period until another plan replaces it, and never changes.',
        )}
        actions={create}
      />
      <ResourceList
        label={t('Plans')}
        query={query}
        params={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        toolbar={<ListToolbar list={list} search={t('Search by name')} />}
        csv={{ path: 'plans/', asked: list.narrowed }}
        empty={
          <EmptyState
            title={t('No plans yet')}
            hint={t('Start with a template: unilevel, binary, matrix, stair-step breakaway, or a hybrid.')}
            action={create}
            Icon={IconFileDollar}
          />
        }
      />
    </>
  );
}
