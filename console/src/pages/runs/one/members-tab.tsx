import { Anchor, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EmptyState } from '../../../components/empty-state';
import { formatMoney, formatNumber, inWords } from '../../../components/format';
import { FilterSelect } from '../../../components/filter-select';
import { useListParams } from '../../../components/list-params';
import { ResourceList, type Column } from '../../../components/resource-list';
import { SearchBox } from '../../../components/search-box';
import { membersQuery, type MemberOrder, type RunMember } from '../runs.queries';
import { useRun } from './use-run';
import { t, within } from '../../../i18n/t';

const FILTERS = ['rank', 'active', 'sort'] as const;

const ORDERS: readonly { value: MemberOrder; label: string }[] = [
  { value: '-earned', label: t('Highest earners first') },
  { value: 'earned', label: t('Lowest earners first') },
  { value: '-group_volume', label: t('Most group volume first') },
  { value: '-personal_volume', label: t('Most personal volume first') },
  { value: 'username', label: t('By username') },
  { value: 'uid', label: t('By uid') },
];

const ACTIVITY = [
  { value: 'yes', label: t('Active') },
  { value: 'no', label: t('Not active') },
];

function columnsOf(runId: number, currency: string): Column<RunMember>[] {
  return [
    {
      id: 'member',
      title: t('Member'),
      cell: ({ uid, username }) => (
        <Anchor component={Link} to={`/commission-runs/${runId}/statements/${uid}`} fw={600}>
          {username}
        </Anchor>
      ),
    },
    { id: 'earned', title: t('Earned'), cell: ({ earned }) => formatMoney(earned, currency), isNumeric: true },
    { id: 'paid_as', title: t('Paid as'), cell: ({ rank, kind }) => rank ?? within(inWords(kind)) },
    {
      id: 'title',
      title: t('Title'),
      cell: ({ title_before, title_rank }) =>
        title_rank === title_before
          ? (title_rank ?? '–')
          : `${title_before ?? t('none', { context: 'rank' })} → ${title_rank ?? t('none', { context: 'rank' })}`,
    },
    {
      id: 'active',
      title: t('Active'),
      cell: ({ active, status }) =>
        active ? t('active') : status === 'active' ? t('not active') : within(inWords(status)),
    },
    {
      id: 'personal_volume',
      title: t('Personal volume'),
      cell: ({ personal_volume }) => formatNumber(personal_volume),
      isNumeric: true,
    },
    {
      id: 'group_volume',
      title: t('Group volume'),
      cell: ({ group_volume }) => formatNumber(group_volume),
      isNumeric: true,
    },
  ];
}

/** The members of a run: measures, ranks and what they earned. */
export function MembersTab() {
  const run = useRun();
  const params = useListParams(FILTERS);
  const { limit, offset, search, filters } = params;
  const asked = {
    limit,
    offset,
    ...(search && { search }),
    ...(filters.rank && { rank: filters.rank }),
    ...(filters.active && { active: filters.active === 'yes' }),
    ...(filters.sort && { sort: filters.sort as MemberOrder }),
  };
  const query = useQuery(membersQuery(run.id, asked));
  const ranks = (run.summary?.by_rank ?? []).flatMap(({ rank }) => rank ?? []);
  return (
    <ResourceList
      label={t('Members')}
      name="run-members"
      query={query}
      params={params}
      columns={columnsOf(run.id, run.currency_code)}
      keyOf={({ uid }) => uid}
      toolbar={
        <>
          <SearchBox label={t('Search by username or name')} value={search} onChange={params.setSearch} />
          <FilterSelect
            params={params}
            name="rank"
            label={t('Paid-as rank')}
            any={t('Any rank')}
            data={ranks}
            width={150}
          />
          <FilterSelect
            params={params}
            name="active"
            label={t('Active')}
            any={t('Active or not')}
            data={ACTIVITY}
            width={150}
          />
          <Select
            aria-label={t('Order', { context: 'sorting' })}
            data={ORDERS}
            value={filters.sort ?? '-earned'}
            onChange={(value) => params.setFilter('sort', value === '-earned' ? null : value)}
            allowDeselect={false}
            w={{ base: '100%', xs: 230 }}
          />
        </>
      }
      csv={{ path: `commission-runs/${run.id}/members/`, asked }}
      empty={<EmptyState title={t('No members')} hint={t('Nobody was in the network at the end of this period.')} />}
    />
  );
}
