import { Center, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconInbox, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Shown in place of an empty list: what belongs here, and how to begin. */
export function EmptyState({
  title,
  hint,
  action,
  Icon = IconInbox,
}: {
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  Icon?: TablerIcon;
}) {
  return (
    <Center py={48} px="md">
      <Stack align="center" gap="sm" maw={440} ta="center">
        <ThemeIcon variant="light" size={52} radius="xl">
          <Icon size={26} stroke={1.5} aria-hidden />
        </ThemeIcon>
        <Text fw={600}>{title}</Text>
        {hint !== undefined && <Text c="dimmed">{hint}</Text>}
        {action}
      </Stack>
    </Center>
  );
}
