import { Anchor, Group, Stack, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import { StatusBadge } from '../../../components/status-badge';
import { legName, TREES } from '../labels';
import type { Member, NetworkSettings, Stands, Tree } from '../network.queries';

interface UplineProps {
  member: Member;
  /** The nearest first. */
  upline: Stands['upline'];
  tree: Tree;
  /** The leg of the parent that the member is in. */
  leg: number | null;
  placement: NetworkSettings['placement'] | undefined;
}

/** Most members of an upline that the service tells. */
const MOST = 50;

/** The path from the top of a tree down to a member. */
export function Upline({ member, upline, tree, leg, placement }: UplineProps) {
  const path = upline.toReversed();
  return (
    <Stack gap={6}>
      <nav aria-label={`Upline in the ${TREES[tree].toLowerCase()}`}>
        <Group component="ol" gap={6} p={0} m={0} className="plain-list">
          {upline.length >= MOST && (
            <li>
              <Text component="span" size="sm" c="dimmed">
                More above …
              </Text>
            </li>
          )}
          {path.map((above) => (
            <Group component="li" key={above.uid} gap={6}>
              <Anchor component={Link} to={`/users/${above.uid}/network`} size="sm">
                {above.username}
              </Anchor>
              {above.status !== 'active' && <StatusBadge status={above.status} />}
              {above.leg !== null && (
                <Text component="span" size="sm" c="dimmed">
                  {legName(above.leg, placement)}
                </Text>
              )}
              <IconChevronRight size={14} aria-hidden />
            </Group>
          ))}
          <li>
            <Text component="span" size="sm" fw={600} aria-current="true">
              {member.username}
            </Text>
          </li>
        </Group>
      </nav>
      <Text size="sm" c="dimmed">
        {upline.length === 0
          ? 'A root: nobody stands above.'
          : `Level ${upline.length >= MOST ? 'below ' : ''}${upline.length}${leg === null ? '' : `, ${legName(leg, placement)} of ${upline[0]!.username}`}.`}
      </Text>
    </Stack>
  );
}
