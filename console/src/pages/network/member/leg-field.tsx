import { Button, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { legName } from '../labels';
import { UserLink } from '#console/components/person';
import type { User } from '#console/components/user-picker';
import { headsQuery, type Child, type NetworkSettings } from '../network.queries';
import { useUserOf } from './use-user-of';
import { rich } from '#console/i18n/rich';
import { t } from '#console/i18n/t';

interface LegFieldProps {
  /** Whose legs; null until somebody is chosen. */
  parent: User | null;
  /** Takes the head of a leg that is taken as the parent. */
  onDescend: (head: User) => void;
  /** Who is to stand there. */
  uid: number;
  settings: NetworkSettings;
  value: string | null;
  onChange: (leg: string) => void;
  error?: string;
}

/** The legs of a parent: which are free, and who is in the others. */
export function LegField({ parent, onDescend, uid, settings, value, onChange, ...field }: LegFieldProps) {
  const parentUid = parent?.uid;
  const legs = useRef<HTMLDivElement>(null);
  const { find } = useUserOf((head) => {
    onDescend(head);
    // The pressed button disappears: the focus moves to the legs.
    legs.current?.focus();
  });
  const { data, isPlaceholderData } = useQuery({ ...headsQuery(parentUid ?? 0), enabled: parentUid !== undefined });
  const known = parentUid === undefined || isPlaceholderData ? undefined : data;
  const heads = new Map(known?.results.map((child) => [child.leg, child]));
  return (
    <Radio.Group
      label={t('Leg')}
      description={
        parentUid === undefined
          ? t('Choose a parent first, to see which legs are free.')
          : t('A free leg of the parent.')
      }
      withAsterisk
      value={value}
      onChange={onChange}
      {...field}
    >
      <Stack ref={legs} tabIndex={-1} gap="xs" mt="xs" style={{ maxHeight: 220, overflowY: 'auto' }}>
        {Array.from({ length: settings.width ?? 0 }, (_, index) => index + 1).map((leg) => (
          <Group key={leg} justify="space-between" gap="xs">
            <Radio
              value={String(leg)}
              label={capitalized(legName(leg, settings.placement))}
              disabled={heads.has(leg)}
              description={known === undefined ? undefined : <Head child={heads.get(leg)} uid={uid} />}
            />
            <GoDown child={heads.get(leg)} uid={uid} onClick={find} />
          </Group>
        ))}
      </Stack>
    </Radio.Group>
  );
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** From a leg that is taken to those below: the next free place is further down. */
function GoDown({ child, uid, onClick }: { child: Child | undefined; uid: number; onClick: (uid: number) => void }) {
  // Nobody is moved below itself.
  if (child === undefined || child.uid === uid) return null;
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => onClick(child.uid)}>
      {t('Go down to {{username}}', { username: child.username })}
    </Button>
  );
}

/** The member in a leg. */
function Head({ child, uid }: { child: Child | undefined; uid: number }) {
  if (child === undefined) return <>{t('Free')}</>;
  if (child.uid === uid) return <>{t('Stands here now')}</>;
  return (
    <Text component="span" inherit>
      {rich('Taken by <link/>', {
        link: <UserLink uid={child.uid} name={child.username} tab="network" inherit underline="always" />,
      })}
    </Text>
  );
}
