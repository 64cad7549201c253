import { Alert, Anchor, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../../components/format';
import { PAGE_SIZE } from '../../../components/list-params';
import { ResourceList, type Column } from '../../../components/resource-list';
import { StatusBadge } from '../../../components/status-badge';
import { kindLabel, legName, TREES } from '../labels';
import {
  figuresQuery,
  isLoadingVolumes,
  legsQuery,
  type Leg,
  type LegSort,
  type Member,
  type NetworkSettings,
  type Tree,
} from '../network.queries';
import { Frontline } from './frontline';
import { Share } from './share';
import { t, within } from '../../../i18n/t';

interface LegsProps {
  member: Member;
  tree: Tree;
  placement: NetworkSettings['placement'] | undefined;
}

const BY_VOLUME: readonly { value: LegSort; label: string }[] = [
  { value: '-group_volume', label: t('Group volume, highest first') },
  { value: 'group_volume', label: t('Group volume, lowest first') },
];

/** What the legs of each tree can be sorted by; first what they are sorted by at the beginning. */
const SORTS: Readonly<Record<Tree, readonly { value: LegSort; label: string }[]>> = {
  sponsor: [
    ...BY_VOLUME,
    { value: 'enrolled_at', label: t('Enrolled, oldest first') },
    { value: '-enrolled_at', label: t('Enrolled, newest first') },
  ],
  placement: [{ value: 'leg', label: t('Leg') }, ...BY_VOLUME],
};

/** The legs of a member with their volumes; while these are not known, the frontline. */
export function Legs(props: LegsProps) {
  const { member, tree, placement } = props;
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<LegSort>(SORTS[tree][0]!.value);
  const bounds = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const query = useQuery(legsQuery(member.uid, { tree, sort, ...bounds }));
  const whole = useQuery(figuresQuery(tree, member.uid)).data?.group_volume ?? undefined;
  if (query.data === undefined && isLoadingVolumes(query.failureReason)) return <WithoutVolumes {...props} />;
  return (
    <ResourceList
      label={t('Legs in the {{tree}}', { tree: within(TREES[tree]) })}
      query={query}
      params={{ page, setPage, isNarrowed: false, clear: () => setPage(1) }}
      columns={columns(tree, placement, whole)}
      keyOf={({ uid }) => uid}
      toolbar={
        <Select
          label={t('Sorted by')}
          data={SORTS[tree]}
          value={sort}
          onChange={(value) => {
            setSort(value ?? sort);
            setPage(1);
          }}
          allowDeselect={false}
          w={{ base: '100%', xs: 290 }}
        />
      }
      empty={
        <Text size="sm" c="dimmed">
          {t('Nobody stands directly below.')}
        </Text>
      }
    />
  );
}

/** Until the service has loaded the network. */
function WithoutVolumes(props: LegsProps) {
  return (
    <Stack gap="md">
      <Alert role="status" title={t('Volumes are being loaded')}>
        {t('They appear here as soon as the service knows them.')}
      </Alert>
      <Frontline {...props} />
    </Stack>
  );
}

function columns(
  tree: Tree,
  placement: NetworkSettings['placement'] | undefined,
  whole: number | undefined,
): readonly Column<Leg>[] {
  const leg: Column<Leg> = { title: t('Leg'), cell: (one) => (one.leg === null ? '' : legName(one.leg, placement)) };
  return [
    {
      title: t('Head'),
      cell: ({ uid, username, name }) => (
        <>
          <Anchor component={Link} to={`/users/${uid}/network`} size="sm" fw={600}>
            {username}
          </Anchor>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
        </>
      ),
    },
    ...(tree === 'placement' ? [leg] : []),
    { title: t('Kind'), cell: ({ kind }) => kindLabel(kind) },
    { title: t('Status'), cell: ({ status }) => <StatusBadge status={status} /> },
    { title: t('Members'), cell: ({ members }) => formatNumber(members + 1), isNumeric: true },
    { title: t('Group volume'), cell: ({ group_volume }) => formatNumber(group_volume), isNumeric: true },
    {
      title: t('Share'),
      cell: ({ group_volume }) => <Share part={group_volume} whole={whole} />,
      isNumeric: true,
      width: 150,
    },
  ];
}
