import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Delta, differenceOf } from '#console/components/delta';
import { EmptyState } from '#console/components/empty-state';
import { formatMoney, formatNumber, inWords } from '#console/components/format';
import { pageOf, useList } from '#console/components/list-params';
import { ListSums } from '#console/components/list-sums';
import { ListToolbar } from '#console/components/list-toolbar';
import { ResourceList, type Column } from '#console/components/resource-list';
import { membersQuery, type RunMember, type RunMembersQuery } from '../runs.queries';
import { useRun } from './use-run';
import { t, within } from '#console/i18n/t';

const ACTIVITY = [
  { value: 'true', label: t('Active') },
  { value: 'false', label: t('Not active') },
];

function columnsOf(runId: number, currency: string): Column<RunMember>[] {
  return [
    {
      id: 'member',
      title: t('Member'),
      sort: 'username',
      cell: ({ uid, username }) => (
        <Anchor component={Link} to={`/commission-runs/${runId}/statements/${uid}`} fw={600}>
          {username}
        </Anchor>
      ),
    },
    {
      id: 'earned',
      title: t('Earned'),
      sort: '-earned',
      cell: ({ earned }) => formatMoney(earned, currency),
      isNumeric: true,
    },
    {
      id: 'difference',
      title: t('Difference'),
      cell: ({ earned, previous_earned: before }) =>
        before === null ? (
          '–'
        ) : (
          <Delta value={differenceOf(earned, before)} format={(one) => formatMoney(one, currency)} />
        ),
      isNumeric: true,
    },
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
      sort: '-personal_volume',
      cell: ({ personal_volume }) => formatNumber(personal_volume),
      isNumeric: true,
    },
    {
      id: 'group_volume',
      title: t('Group volume'),
      sort: '-group_volume',
      cell: ({ group_volume }) => formatNumber(group_volume),
      isNumeric: true,
    },
  ];
}

/** The members of a run: measures, ranks and what they earned. */
export function MembersTab() {
  const run = useRun();
  const ranks = (run.summary?.by_rank ?? []).flatMap(({ rank }) => rank ?? []);
  const list = useList(
    [
      {
        kind: 'choice',
        name: 'rank',
        label: t('Paid-as rank'),
        choices: ranks.map((rank) => ({ value: rank, label: rank })),
      },
      { kind: 'choice', name: 'active', label: t('Active'), choices: ACTIVITY },
    ],
    '-earned',
  );
  const query = useQuery(membersQuery(run.id, { ...pageOf<RunMembersQuery>(list), sums: 'true' }));
  return (
    <ResourceList
      label={t('Members')}
      name="run-members"
      query={query}
      params={list}
      columns={columnsOf(run.id, run.currency_code)}
      keyOf={({ uid }) => uid}
      toolbar={<ListToolbar list={list} search={t('Search by username or name')} />}
      csv={{ path: `commission-runs/${run.id}/members/`, asked: list.narrowed }}
      sums={
        <ListSums
          figures={(query.data?.sums ?? []).map(({ earned }) => [t('Earned'), formatMoney(earned, run.currency_code)])}
        />
      }
      empty={<EmptyState title={t('No members')} hint={t('Nobody was in the network at the end of this period.')} />}
    />
  );
}
