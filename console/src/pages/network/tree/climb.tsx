import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { TREES } from '../labels';
import type { Member, Tree } from '../network.queries';
import { treePath, type Form } from './tree-path';
import { t, within } from '#console/i18n/t';

/** Members of the upline that are shown without being asked for: those next to the top of the tree. */
const NEXT = 4;

/** Most members of an upline that the service tells. */
const MOST = 50;

/** Who is above the top of the tree: each is a way up. */
export function Climb({ root, tree, form }: { root: Member; tree: Tree; form: Form | undefined }) {
  const [isWhole, setWhole] = useState(false);
  const upline = root[tree].upline.toReversed();
  if (upline.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('{{username}} is a root of the {{tree}}.', { username: root.username, tree: within(TREES[tree]) })}
      </Text>
    );
  const hidden = isWhole || upline.length <= NEXT + 2 ? 0 : upline.length - NEXT - 1;
  const first = hidden === 0 ? [] : upline.slice(0, 1);
  return (
    <nav aria-label={t('Above {{username}}', { username: root.username })}>
      <Group component="ol" gap={6} p={0} m={0} className="plain-list">
        {upline.length >= MOST && (
          <Text component="li" size="sm" c="dimmed">
            {t('More above …')}
          </Text>
        )}
        {first.map((above) => (
          <Step key={above.uid} above={above} {...{ root, tree, form }} />
        ))}
        {hidden > 0 && (
          <Group component="li" gap={6}>
            <Button size="compact-sm" variant="default" onClick={() => setWhole(true)}>
              {t('Show {{hidden}} between', { hidden })}
            </Button>
            <IconChevronRight size={14} aria-hidden />
          </Group>
        )}
        {upline.slice(hidden === 0 ? 0 : hidden + 1).map((above) => (
          <Step key={above.uid} above={above} {...{ root, tree, form }} />
        ))}
        <li>
          <Text component="span" size="sm" fw={600} aria-current="true">
            {root.username}
          </Text>
        </li>
      </Group>
    </nav>
  );
}

function Step({
  above: { uid, username },
  root,
  tree,
  form,
}: {
  above: Member[Tree]['upline'][number];
  root: Member;
  tree: Tree;
  form: Form | undefined;
}) {
  return (
    <Group component="li" gap={6}>
      <Anchor component={Link} to={treePath({ tree, root: uid, to: root.uid, form })} size="sm" preventScrollReset>
        {username}
      </Anchor>
      <IconChevronRight size={14} aria-hidden />
    </Group>
  );
}
