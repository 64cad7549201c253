import { Anchor, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { CsvButton } from '../../../components/csv-button';
import { EmptyState } from '../../../components/empty-state';
import { formatMoney, formatNumber } from '../../../components/format';
import { FilterSelect } from '../../../components/filter-select';
import { useListParams } from '../../../components/list-params';
import { ResourceList, type Column } from '../../../components/resource-list';
import { SearchBox } from '../../../components/search-box';
import { membersQuery, type MemberOrder, type RunMember } from '../runs.queries';
import { useRun } from './use-run';

const FILTERS = ['rank', 'active', 'sort'] as const;

const ORDERS: readonly { value: MemberOrder; label: string }[] = [
  { value: '-earned', label: 'Highest earners first' },
  { value: 'earned', label: 'Lowest earners first' },
  { value: '-group_volume', label: 'Most group volume first' },
  { value: '-personal_volume', label: 'Most personal volume first' },
  { value: 'username', label: 'By username' },
  { value: 'uid', label: 'By uid' },
];

const ACTIVITY = [
  { value: 'yes', label: 'Active' },
  { value: 'no', label: 'Not active' },
];

function columnsOf(runId: number, currency: string): Column<RunMember>[] {
  return [
    {
      title: 'Member',
      cell: ({ uid, username }) => (
        <Anchor component={Link} to={`/commission-runs/${runId}/statements/${uid}`} fw={600}>
          {username}
        </Anchor>
      ),
    },
    { title: 'Earned', cell: ({ earned }) => formatMoney(earned, currency), isNumeric: true },
    { title: 'Paid as', cell: ({ rank, kind }) => rank ?? kind },
    {
      title: 'Title',
      cell: ({ title_before, title_rank }) =>
        title_rank === title_before ? (title_rank ?? '–') : `${title_before ?? 'none'} → ${title_rank ?? 'none'}`,
    },
    {
      title: 'Active',
      cell: ({ active, status }) => (active ? 'active' : status === 'active' ? 'not active' : status),
    },
    { title: 'Personal volume', cell: ({ personal_volume }) => formatNumber(personal_volume), isNumeric: true },
    { title: 'Group volume', cell: ({ group_volume }) => formatNumber(group_volume), isNumeric: true },
  ];
}

/** The members of a run: measures, ranks and what they earned. */
export function MembersTab() {
  const run = useRun();
  const params = useListParams(FILTERS);
  const { limit, offset, search, filters } = params;
  const query = useQuery(
    membersQuery(run.id, {
      limit,
      offset,
      ...(search && { search }),
      ...(filters.rank && { rank: filters.rank }),
      ...(filters.active && { active: filters.active === 'yes' }),
      ...(filters.sort && { sort: filters.sort as MemberOrder }),
    }),
  );
  const ranks = (run.summary?.by_rank ?? []).flatMap(({ rank }) => rank ?? []);
  return (
    <ResourceList
      label="Members"
      query={query}
      params={params}
      columns={columnsOf(run.id, run.currency_code)}
      keyOf={({ uid }) => uid}
      toolbar={
        <>
          <SearchBox label="Search by username or name" value={search} onChange={params.setSearch} />
          <FilterSelect params={params} name="rank" label="Paid-as rank" any="Any rank" data={ranks} width={150} />
          <FilterSelect params={params} name="active" label="Active" any="Active or not" data={ACTIVITY} width={150} />
          <Select
            aria-label="Order"
            data={ORDERS}
            value={filters.sort ?? '-earned'}
            onChange={(value) => params.setFilter('sort', value === '-earned' ? null : value)}
            allowDeselect={false}
            w={{ base: '100%', xs: 230 }}
          />
          <CsvButton path={`commission-runs/${run.id}/members/?format=csv`}>All members as CSV</CsvButton>
        </>
      }
      empty={<EmptyState title="No members" hint="Nobody was in the network at the end of this period." />}
    />
  );
}
