import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconSitemap } from '@tabler/icons-react';
import { useSearchParams } from 'react-router';
import { ApiFailure } from '#console/api/failure';
import { useMay } from '#console/api/permissions';
import { EmptyState } from '#console/components/empty-state';
import { formatNumber } from '#console/components/format';
import type { Choice, ListFilter } from '#console/components/list-filters';
import { pageOf, useList } from '#console/components/list-params';
import { ListToolbar } from '#console/components/list-toolbar';
import { UserLink } from '#console/components/person';
import { ResourceList, type Column } from '#console/components/resource-list';
import { StatusBadge } from '#console/components/status-badge';
import { When } from '#console/components/when';
import { kindLabel, KINDS, STATUSES, TREES } from '../labels';
import {
  downlineQuery,
  isLoadingVolumes,
  ranksQuery,
  type Below,
  type DownlineQuery,
  type Tree,
} from '../network.queries';
import { useTeamBulk } from './move-bulk';
import { TeamLevels, useTeam } from './team-figures';
import { t } from '#console/i18n/t';

const FILTERS: readonly ListFilter[] = [
  {
    kind: 'choice',
    name: 'tree',
    label: t('Tree'),
    choices: [
      { value: 'sponsor', label: TREES.sponsor },
      { value: 'placement', label: TREES.placement },
    ],
  },
  { kind: 'choice', name: 'kind', label: t('Kind'), choices: KINDS },
  { kind: 'choice', name: 'status', label: t('Status'), choices: STATUSES },
  {
    kind: 'choice',
    name: 'active',
    label: t('Active'),
    choices: [
      { value: 'true', label: t('Yes') },
      { value: 'false', label: t('No') },
    ],
  },
  { kind: 'time', name: 'from', label: t('Enrolled since') },
];

const columnsOf = (tree: Tree): readonly Column<Below>[] => [
  {
    id: 'member',
    title: t('Member'),
    width: 160,
    cell: ({ uid, username, name }) => (
      <>
        <UserLink uid={uid} name={username} size="sm" />
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
      </>
    ),
  },
  { id: 'level', title: t('Level'), sort: 'level', cell: ({ level }) => t('level {{level}}', { level }) },
  {
    id: 'parent',
    title: tree === 'sponsor' ? t('Sponsor') : t('Parent'),
    cell: ({ parent, parent_uid }) => parent_uid !== null && <UserLink uid={parent_uid} name={parent} size="sm" />,
  },
  { id: 'kind', title: t('Kind'), cell: ({ kind }) => kindLabel(kind) },
  { id: 'rank', title: t('Paid as'), sort: '-rank', cell: ({ rank }) => rank },
  {
    id: 'active',
    title: t('Active'),
    cell: ({ active, status }) =>
      status === 'active' ? active === null ? '–' : active ? t('Yes') : t('No') : <StatusBadge status={status} />,
  },
  {
    id: 'personal_volume',
    title: t('Personal volume'),
    sort: '-personal_volume',
    isNumeric: true,
    cell: (row) => formatNumber(row.personal_volume),
  },
  {
    id: 'group_volume',
    title: t('Group volume'),
    sort: '-group_volume',
    isNumeric: true,
    cell: (row) => formatNumber(row.group_volume),
  },
  { id: 'enrolled', title: t('Enrolled'), sort: '-enrolled_at', cell: (row) => <When at={row.enrolled_at} /> },
];

/** The last row of figures by level is of all levels from there on. */
const MOST_LEVELS = 100;

const chosen = (name: string, label: string, choices: readonly Choice[], now: string | null): ListFilter => {
  // What is not known can still be typed.
  if (choices.length === 0) return { kind: 'text', name, label };
  const isOffered = now === null || choices.some(({ value }) => value === now);
  return { kind: 'choice', name, label, choices: isOffered ? choices : [...choices, { value: now, label: now }] };
};

/** Everybody below a member: in figures, and as a list. */
export function Team({ uid, username }: { uid: number; username: string }) {
  const [params] = useSearchParams();
  const tree = params.get('tree') === 'placement' ? 'placement' : 'sponsor';
  const team = useTeam({ uid, tree });
  const mayReadPlans = useMay()('plans.read');
  const ranks = useQuery({ ...ranksQuery(uid), enabled: mayReadPlans && team !== undefined }).data ?? [];
  const levels = (team?.levels ?? []).map(({ level }) => ({
    value: String(level),
    label: t('level {{level}}', { level }),
  }));
  const list = useList(
    [
      ...FILTERS,
      chosen('level', t('Level'), levels.length < MOST_LEVELS ? levels : [], params.get('level')),
      chosen(
        'rank',
        t('Paid as'),
        ranks.map((rank) => ({ value: rank, label: rank })),
        params.get('rank'),
      ),
    ],
    'level',
  );
  const asked = pageOf<DownlineQuery>(list);
  const query = useQuery(downlineQuery(uid, asked));
  const bulk = useTeamBulk(uid, asked);
  const { data, error, failureReason } = query;
  if (error instanceof ApiFailure && error.status === 404)
    return (
      <EmptyState
        title={t('Not in the network')}
        hint={t('{{username}} is not a member of the network.', { username })}
        Icon={IconSitemap}
      />
    );
  if (data === undefined && isLoadingVolumes(failureReason))
    return (
      <Alert role="status" title={t('Volumes are being loaded')}>
        {t('They appear here as soon as the service knows them.')}
      </Alert>
    );
  return (
    <Stack gap="lg">
      <TeamLevels uid={uid} tree={tree} />
      <ResourceList
        label={t('Team')}
        name="team"
        query={query}
        params={list}
        columns={columnsOf(tree)}
        bulk={bulk}
        keyOf={(row) => row.uid}
        toolbar={<ListToolbar list={list} search={t('Search by username or name')} />}
        csv={{ path: `network/${uid}/downline/`, asked: list.narrowed }}
        empty={<EmptyState title={t('Nobody is below')} Icon={IconSitemap} />}
      />
    </Stack>
  );
}
