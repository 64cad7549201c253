import { SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Read-only properties: names and values. */
export function DescriptionList({ entries }: { entries: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <SimpleGrid component="dl" cols={2} spacing="md" m={0}>
      {entries.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="sm" c="dimmed">
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
