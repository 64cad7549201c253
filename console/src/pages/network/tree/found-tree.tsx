import { Alert, Anchor, Box, Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconSitemap } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ApiFailure } from '#console/api/failure';
import { EmptyState } from '#console/components/empty-state';
import { FailureState } from '#console/components/failure-state';
import { TREES } from '../labels';
import { figuresQuery, isLoadingVolumes, memberQuery, type NetworkSettings } from '../network.queries';
import { Climb } from './climb';
import { Selected } from './selected';
import { TreeChart, TreeList } from './tree-canvas';
import { treePath, type Form, type TreeAddress } from './tree-path';
import { TreeTable } from './tree-table';
import classes from './tree.module.css';
import { useTree, type TreeShown } from './use-tree';
import { t, within } from '#console/i18n/t';

interface FoundTreeProps extends TreeAddress {
  form: Form;
  /** What the address says of the form. */
  view: Form | undefined;
  settings: NetworkSettings;
}

/** A tree from its root down, with the path to who is looked for. */
export function FoundTree({ tree, root: asked, to, form, view, settings }: FoundTreeProps) {
  const target = useQuery({ ...memberQuery(to ?? 0), enabled: to !== undefined });
  const upline = target.data?.[tree].upline.map(({ uid }) => uid) ?? [];
  const isBelow = asked !== undefined && (asked === to || upline.includes(asked));
  // Who is not below the root is shown below the highest that is known.
  const rootUid = to === undefined || isBelow ? asked : target.data && (upline.at(-1) ?? to);
  const root = useQuery({ ...memberQuery(rootUid ?? 0), enabled: rootUid !== undefined });
  const failed = [target, root].find(({ error, data }) => error !== null && data === undefined);
  if (failed !== undefined) {
    if (failed.error instanceof ApiFailure && failed.error.status === 404)
      return (
        <NotFound
          title={t('Not in the network')}
          hint={t('The person you are looking for is not a member.')}
          tree={tree}
        />
      );
    return <FailureState error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (root.data === undefined) return <Skeleton height={300} role="status" aria-label={t('Loading the tree')} />;
  const away = [target.data, root.data].find((member) => member !== undefined && member[tree].position === null);
  if (away !== undefined)
    return (
      <NotFound
        title={t('{{username}} has no place in the {{tree}}', { username: away.username, tree: within(TREES[tree]) })}
        hint={
          <Anchor component={Link} to={`/users/${away.uid}/network`}>
            {t('Open {{username}}', { username: away.username })}
          </Anchor>
        }
        tree={tree}
      />
    );
  const path = upline.slice(0, upline.indexOf(rootUid!) + 1).toReversed();
  return (
    <>
      <Group gap="sm">
        <Climb root={root.data} tree={tree} form={view} />
        <Button component={Link} to={treePath({ tree, form: view })} size="compact-sm" variant="subtle">
          {t('All roots')}
        </Button>
      </Group>
      <Walked
        key={`${tree} ${rootUid}`}
        tree={tree}
        root={root.data}
        sought={to === undefined ? undefined : { uid: to, path }}
        form={form}
        settings={settings}
      />
    </>
  );
}

function Walked({
  form,
  settings,
  ...shown
}: Omit<TreeShown, 'placement'> & { form: Form; settings: NetworkSettings }) {
  const walked = useTree({ ...shown, placement: settings.placement });
  const { tree, root } = shown;
  const isWithoutVolumes = isLoadingVolumes(useQuery(figuresQuery(tree, root.uid)).failureReason);
  return (
    <>
      {isWithoutVolumes && (
        <Alert role="status" title={t('Volumes are being loaded')}>
          {t('They appear here as soon as the service knows them.')}
        </Alert>
      )}
      <div className={form === 'table' ? undefined : classes.columns}>
        <Box style={{ minWidth: 0 }}>
          {form === 'chart' && <TreeChart walked={walked} />}
          {form === 'list' && <TreeList walked={walked} />}
          {form === 'table' && <TreeTable walked={walked} />}
          <Text size="xs" c="dimmed" mt="xs" visibleFrom="md">
            {t(
              'Arrow keys move, open and close; Enter opens and closes; letters find a username; * opens all members beside this one.',
            )}
          </Text>
        </Box>
        <Selected row={walked.at} tree={tree} settings={settings} isBelow={form === 'table'} />
      </div>
    </>
  );
}

function NotFound({ title, hint, tree }: { title: string; hint: ReactNode; tree: TreeAddress['tree'] }) {
  return (
    <EmptyState
      title={title}
      hint={hint}
      Icon={IconSitemap}
      action={
        <Button variant="default" component={Link} to={treePath({ tree })}>
          {t('All roots')}
        </Button>
      }
    />
  );
}
