import { Alert, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatNumber } from '#console/components/format';
import { PAGE_SIZE } from '#console/components/list-params';
import { UserLink } from '#console/components/person';
import { ResourceList, type Column } from '#console/components/resource-list';
import { StatusBadge } from '#console/components/status-badge';
import { kindLabel, legName, TREES } from '../labels';
import {
  type Below,
  downlineQuery,
  figuresQuery,
  isLoadingVolumes,
  type LegSort,
  type Member,
  type NetworkSettings,
  type Tree,
} from '../network.queries';
import { t, within, locale } from '#console/i18n/t';
import classes from './share.module.css';

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

/** The legs of a member with their volumes. */
export function Legs({ member, tree, placement }: LegsProps) {
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<LegSort>(SORTS[tree][0]!.value);
  const bounds = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const query = useQuery(downlineQuery(member.uid, { tree, levels: 1, sort, ...bounds }));
  const whole = useQuery(figuresQuery(tree, member.uid)).data?.group_volume ?? undefined;
  if (query.data === undefined && isLoadingVolumes(query.failureReason))
    return (
      <Alert role="status" title={t('Volumes are being loaded')}>
        {t('They appear here as soon as the service knows them.')}
      </Alert>
    );
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
      csv={{ path: `network/${member.uid}/downline/`, asked: { tree, levels: 1, sort } }}
      empty={
        <Text size="sm" c="dimmed">
          {t('Nobody stands directly below.')}
        </Text>
      }
    />
  );
}

function columns(
  tree: Tree,
  placement: NetworkSettings['placement'] | undefined,
  whole: number | undefined,
): readonly Column<Below>[] {
  const leg: Column<Below> = { title: t('Leg'), cell: (one) => (one.leg === null ? '' : legName(one.leg, placement)) };
  return [
    {
      title: t('Head'),
      cell: ({ uid, username, name }) => (
        <>
          <UserLink uid={uid} name={username} tab="network" size="sm" fw={600} />
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

const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });

/**
 * A part of a whole, in percent and as a bar.
 * @param whole undefined while it is not known; of a whole that is not above zero there are no parts
 */
function Share({ part, whole }: { part: number; whole: number | undefined }) {
  if (whole === undefined || whole <= 0) return <span aria-label={t('no share')}>–</span>;
  const share = part / whole;
  return (
    <span className={classes.share}>
      <span className={classes.track} aria-hidden>
        <span className={classes.bar} style={{ width: `${Math.min(1, Math.max(0, share)) * 100}%` }} />
      </span>
      <span className={classes.percent}>{percent.format(share)}</span>
    </span>
  );
}
