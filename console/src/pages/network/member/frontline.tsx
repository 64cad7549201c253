import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../../components/format';
import { PAGE_SIZE } from '../../../components/list-params';
import { ResourceList, type Column } from '../../../components/resource-list';
import { StatusBadge } from '../../../components/status-badge';
import { When } from '../../../components/when';
import { kindLabel, legName, TREES } from '../labels';
import { frontlineQuery, type Child, type Member, type NetworkSettings, type Tree } from '../network.queries';
import { t, within } from '../../../i18n/t';

/** The frontline of a member. */
export function Frontline({
  member,
  tree,
  placement,
}: {
  member: Member;
  tree: Tree;
  placement: NetworkSettings['placement'] | undefined;
}) {
  const [page, setPage] = useState(1);
  const query = useQuery(frontlineQuery(member.uid, { tree, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }));
  return (
    <ResourceList
      label={t('Frontline in the {{tree}}', { tree: within(TREES[tree]) })}
      query={query}
      params={{ page, setPage, isNarrowed: false, clear: () => setPage(1) }}
      columns={columns(tree, placement)}
      keyOf={({ uid }) => uid}
      empty={
        <Text size="sm" c="dimmed">
          {t('Nobody stands directly below.')}
        </Text>
      }
    />
  );
}

function columns(tree: Tree, placement: NetworkSettings['placement'] | undefined): readonly Column<Child>[] {
  const leg: Column<Child> = {
    title: t('Leg'),
    cell: (child) => (child.leg === null ? '' : legName(child.leg, placement)),
  };
  return [
    {
      title: t('Member'),
      cell: ({ uid, username }) => (
        <Anchor component={Link} to={`/users/${uid}/network`} size="sm" fw={600}>
          {username}
        </Anchor>
      ),
    },
    ...(tree === 'placement' ? [leg] : []),
    { title: t('Kind'), cell: ({ kind }) => kindLabel(kind) },
    { title: t('Status'), cell: ({ status }) => <StatusBadge status={status} /> },
    { title: t('Enrolled'), cell: ({ enrolled_at }) => <When at={enrolled_at} /> },
    { title: t('Directly below'), cell: ({ children }) => formatNumber(children), isNumeric: true },
  ];
}
