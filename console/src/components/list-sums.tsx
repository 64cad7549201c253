import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** What all matching entries come to. @param figures with what each is */
export function ListSums({ figures }: { figures: readonly (readonly [title: string, value: ReactNode])[] }) {
  return figures.map(([title, value]) => (
    <Text key={title} size="sm" c="dimmed">
      {title}{' '}
      <Text component="span" inherit c="bright" fw={600}>
        {value}
      </Text>
    </Text>
  ));
}
