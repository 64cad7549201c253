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

const FILTERS = ['status', 'period'] as const;
const DELAY_MS = 400;

const COLUMNS: readonly Column<PlanSummary>[] = [
  {
    title: 'Plan',
    cell: ({ id, name }) => (
      <Anchor component={Link} to={`/plans/${id}`} fw={600} style={{ overflowWrap: 'anywhere' }}>
        {name}
      </Anchor>
    ),
  },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Effective', cell: (plan) => spanInWords(plan) },
  {
    title: 'Periods',
    cell: (plan) => (
      <Text component="span" size="sm" style={{ overflowWrap: 'anywhere' }}>
        {periodsInWords(plan)}
      </Text>
    ),
  },
  { title: 'Number', cell: ({ id }) => id, isNumeric: true },
  { title: 'Last change', cell: ({ updated_at }) => <When at={updated_at} /> },
];

/** The list of the plan's versions. */
export function PlansPage() {
  const params = useListParams(FILTERS);
  const { limit, offset, search, filters } = params;
  const status = filters.status as PlanStatus | undefined;
  const { period } = filters;
  const query = useQuery(
    plansQuery({ limit, offset, ...(search && { search }), ...(status && { status }), ...(period && { period }) }),
  );
  const create = (
    <May do="plans.write">
      <Button component={Link} to="/plans/new" leftSection={<IconPlus size={16} aria-hidden />}>
        New plan
      </Button>
    </May>
  );
  return (
    <>
      <PageHeader
        title="Plans"
        description="Plans define which commissions are paid. A plan starts as a draft. Once published, it is effective from a period until another plan replaces it, and never changes."
        actions={create}
      />
      <ResourceList
        label="Plans"
        query={query}
        params={params}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        toolbar={
          <>
            <SearchBox label="Search by name" value={search} onChange={params.setSearch} />
            <FilterSelect params={params} name="status" label="Status" any="Any status" data={STATUSES} width={160} />
            <PeriodFilter value={period} onChange={(value) => params.setFilter('period', value)} />
          </>
        }
        empty={
          <EmptyState
            title="No plans yet"
            hint="Start with a template: unilevel, binary, matrix, stair-step breakaway, or a hybrid."
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
      aria-label="Effective in the period"
      placeholder="Period, such as 2027-01"
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
