import { Anchor, Card, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Page } from '../../api/client';
import { FailureState } from '../../components/failure-state';

interface LatestProps<Row> {
  title: string;
  /** Link to the full list. */
  to: string;
  query: UseQueryResult<Page<Row>>;
  keyOf: (row: Row) => string | number;
  row: (row: Row) => ReactNode;
  /** Shown when there are none. */
  none: string;
}

/** The newest rows of a list, with a link to all. */
export function Latest<Row>({
  title,
  to,
  query: { data, error, isPending, refetch },
  keyOf,
  row,
  none,
}: LatestProps<Row>) {
  return (
    <Card withBorder component="section" padding="md" aria-label={title}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{title}</Title>
        <Anchor component={Link} to={to} size="sm" aria-label={`See all: ${title}`}>
          See all
        </Anchor>
      </Group>
      {isPending ? (
        <Stack gap="xs" role="status" aria-label={`Loading ${title.toLowerCase()}`}>
          <Skeleton height={36} />
          <Skeleton height={36} />
          <Skeleton height={36} />
        </Stack>
      ) : data === undefined ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : data.results.length === 0 ? (
        <Text c="dimmed">{none}</Text>
      ) : (
        <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
          {data.results.map((one) => (
            <Group component="li" key={keyOf(one)} justify="space-between" gap="sm" wrap="nowrap">
              {row(one)}
            </Group>
          ))}
        </Stack>
      )}
    </Card>
  );
}
