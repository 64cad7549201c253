import { Anchor, Button, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconFileDollar, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../components/empty-state';
import { FilterSelect } from '../../components/filter-select';
import { useListParams } from '../../components/list-params';
import { May } from '../../components/may';
import { PageHeader } from '../../components/page-header';
import { ResourceList, type Column } from '../../components/resource-list';
import { SearchBox } from '../../components/search-box';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { periodsInWords, spanInWords, STATUSES } from './labels';
import { plansQuery, type PlanStatus, type PlanSummary } from './plans.queries';
import { t } from '../../i18n/t';

const FILTERS = ['status', 'period'] as const;
const DELAY_MS = 400;

const COLUMNS: readonly Column<PlanSummary>[] = [
  {
    title: t('Plan'),
    cell: ({ id, name }) => (
      <Anchor component={Link} to={`/plans/${id}`} fw={600} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Anchor>
    ),
  },
  { title: t('Status'), cell: ({ status }) => <StatusBadge status={status} /> },
  { title: t('Effective'), cell: (plan) => spanInWords(plan) },
  {
    title: t('Periods'),
    cell: (plan) => (
      <Text component="span" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {periodsInWords(plan)}
      </Text>
    ),
  },
  { title: t('Number'), cell: ({ id }) => id, isNumeric: true },
  { title: t('Last change'), cell: ({ updated_at }) => <When at={updated_at} /> },
];

/** The list of the plan's versions. */
export function PlansPage() {
  const params = useListParams(FILTERS);
  const { limit, offset, search, filters } = params;
  const status = filters.status as PlanStatus | undefined;
  const { period } = filters;
  const asked = { limit, offset, ...(search && { search }), ...(status && { status }), ...(period && { period }) };
  const query = useQuery(plansQuery(asked));
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
        params={params}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        toolbar={
          <>
            <SearchBox label={t('Search by name')} value={search} onChange={params.setSearch} />
            <FilterSelect
              params={params}
              name="status"
              label={t('Status')}
              any={t('Any status')}
              data={STATUSES}
              width={160}
            />
            <PeriodFilter value={period} onChange={(value) => params.setFilter('period', value)} />
          </>
        }
        csv={{ path: 'plans/', asked }}
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

/** Only the version that holds for a period. */
function PeriodFilter({ value = '', onChange }: { value?: string; onChange: (period: string) => void }) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const send = useDebouncedCallback(onChange, DELAY_MS);
  if (value !== known) {
    setKnown(value);
    setText(value);
  }
  return (
    <TextInput
      aria-label={t('Effective in the period')}
      placeholder={t('Period, such as 2027-01')}
      value={text}
      maxLength={8}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        send(currentTarget.value.trim());
      }}
      w={{ base: '100%', xs: 210 }}
    />
  );
}
