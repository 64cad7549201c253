import { Group, Stack, Text } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { UserLink } from '#console/components/person';
import { StatusBadge } from '#console/components/status-badge';
import { legName, TREES } from '../labels';
import type { Member, NetworkSettings, Stands, Tree } from '../network.queries';
import { t, within } from '#console/i18n/t';

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
      <nav aria-label={t('Upline in the {{tree}}', { tree: within(TREES[tree]) })}>
        <Group component="ol" gap={6} p={0} m={0} className="plain-list">
          {upline.length >= MOST && (
            <li>
              <Text component="span" size="sm" c="dimmed">
                {t('More above …')}
              </Text>
            </li>
          )}
          {path.map((above) => (
            <Group component="li" key={above.uid} gap={6}>
              <UserLink uid={above.uid} name={above.username} tab="network" size="sm" />
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
          ? t('A root: nobody stands above.')
          : `${[
              upline.length >= MOST
                ? t('Level below {{level}}', { level: upline.length })
                : t('Level {{level}}', { level: upline.length }),
              ...(leg === null
                ? []
                : [t('{{leg}} of {{username}}', { leg: legName(leg, placement), username: upline[0]!.username })]),
            ].join(', ')}.`}
      </Text>
    </Stack>
  );
}
