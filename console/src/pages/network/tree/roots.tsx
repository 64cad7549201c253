import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconSitemap } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { EmptyState } from '#console/components/empty-state';
import { formatNumber } from '#console/components/format';
import { PAGE_SIZE, useListParams } from '#console/components/list-params';
import { ResourceList, type Column } from '#console/components/resource-list';
import { StatusBadge } from '#console/components/status-badge';
import { kindLabel, TREES } from '../labels';
import { figuresQuery, rootsQuery, type Child, type Tree } from '../network.queries';
import { nameOf } from './node';
import { treePath, type Form } from './tree-path';
import { t, within } from '#console/i18n/t';

/** The roots of a tree, to start with one of them. */
export function Roots({ tree }: { tree: Tree }) {
  const params = useListParams();
  const [search] = useSearchParams();
  const form = (search.get('view') as Form | null) ?? undefined;
  const query = useQuery(rootsQuery({ tree, limit: PAGE_SIZE, offset: params.offset }));
  return (
    <ResourceList
      label={t('Roots of the {{tree}}', { tree: within(TREES[tree]) })}
      query={query}
      params={params}
      columns={columns(tree, form)}
      keyOf={({ uid }) => uid}
      csv={{ path: 'network/roots/', asked: { tree } }}
      empty={
        <EmptyState
          title={t('Nobody is in this tree yet')}
          hint={t('Members join by signing up or by an import.')}
          Icon={IconSitemap}
        />
      }
    />
  );
}

function columns(tree: Tree, form: Form | undefined): readonly Column<Child>[] {
  return [
    {
      title: t('Root'),
      cell: (top) => (
        <>
          <Anchor component={Link} to={treePath({ tree, root: top.uid, form })} size="sm" fw={600}>
            {top.username}
          </Anchor>
          <Text size="xs" c="dimmed" className="wraps">
            {nameOf(top)}
          </Text>
        </>
      ),
    },
    { title: t('Kind'), cell: ({ kind }) => kindLabel(kind) },
    { title: t('Status'), cell: ({ status }) => <StatusBadge status={status} /> },
    { title: t('Directly below'), cell: ({ children }) => formatNumber(children), isNumeric: true },
    { title: t('Group volume'), cell: ({ uid }) => <GroupVolume uid={uid} tree={tree} />, isNumeric: true },
  ];
}

function GroupVolume({ uid, tree }: { uid: number; tree: Tree }) {
  const { data } = useQuery(figuresQuery(tree, uid));
  return typeof data?.group_volume === 'number' ? formatNumber(data.group_volume) : '…';
}
