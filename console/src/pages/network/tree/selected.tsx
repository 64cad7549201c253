import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconArrowsMove, IconBinaryTree, IconUser } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatNumber } from '#console/components/format';
import { StatusBadge } from '#console/components/status-badge';
import { useDialog } from '#console/components/use-dialog';
import { kindLabel, legName } from '../labels';
import { MoveDialog } from '../member/move-dialog';
import { figuresQuery, memberQuery, type NetworkSettings, type Tree } from '../network.queries';
import { nameOf, rowText } from './node';
import type { Row, TreeMember } from './rows';
import classes from './tree.module.css';
import { treePath } from './tree-path';
import { t } from '#console/i18n/t';

interface SelectedProps {
  row: Row;
  tree: Tree;
  settings: NetworkSettings;
}

/** Who has the focus in the tree, and what can be done there. */
export function Selected({
  row,
  tree,
  settings,
  isBelow,
}: SelectedProps & { /** The tree, not beside it. */ isBelow: boolean }) {
  const className = isBelow ? `${classes.selected} ${classes.below}` : classes.selected;
  return (
    <Card component="section" withBorder padding="md" aria-label={t('Selected')} className={className}>
      {row.type === 'member' ? (
        <SelectedMember key={row.key} member={row.member} isTop={row.level === 1} tree={tree} settings={settings} />
      ) : (
        <Text size="sm">{rowText(row, settings.placement)}</Text>
      )}
    </Card>
  );
}

function SelectedMember({
  member,
  isTop,
  tree,
  settings,
}: Omit<SelectedProps, 'row'> & { member: TreeMember; isTop: boolean }) {
  const { uid, username, kind, status, title_rank, leg } = member;
  const figures = useQuery(figuresQuery(tree, uid)).data;
  const dialog = useDialog('move');
  const known = useQuery({ ...memberQuery(uid), enabled: dialog.isOpen }).data;
  const facts = [
    kindLabel(kind),
    ...(leg === null ? [] : [legName(leg, settings.placement)]),
    ...(title_rank === null ? [] : [t('rank {{title_rank}}', { title_rank })]),
  ];
  return (
    <>
      <Group gap="xs" mb={4}>
        <Title order={2} fz="md" style={{ overflowWrap: 'anywhere' }}>
          {username}
        </Title>
        <StatusBadge status={status} />
      </Group>
      <Text size="sm" className={classes.facts} style={{ overflowWrap: 'anywhere' }}>
        {[nameOf(member), ...facts].filter((text) => text !== '').join(' · ')}
      </Text>
      <Text size="sm" c="dimmed" className={classes.facts}>
        {t('Personal volume {{personal_volume}}, group volume {{group_volume}}', {
          personal_volume: figures ? formatNumber(figures.personal_volume) : '…',
          group_volume: figures ? formatNumber(figures.group_volume ?? 0) : '…',
        })}
      </Text>
      <Group gap="xs" mt="sm">
        <Button
          size="xs"
          component={Link}
          to={`/users/${uid}/network`}
          leftSection={<IconUser size={14} aria-hidden />}
        >
          {t('Open the member')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowsMove size={14} aria-hidden />}
          onClick={() => dialog.open()}
        >
          {t('Move…')}
        </Button>
        {!isTop && (
          <Button
            size="xs"
            variant="default"
            component={Link}
            to={treePath({ tree, root: uid })}
            leftSection={<IconBinaryTree size={14} aria-hidden />}
          >
            {t('Start the tree here')}
          </Button>
        )}
      </Group>
      {known && <MoveDialog member={known} tree={tree} settings={settings} dialog={dialog} />}
    </>
  );
}
