import { Alert, Box, Button, Card, Group, Pagination, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '../api/client';
import { EmptyState } from './empty-state';
import { FailureState } from './failure-state';
import { formatNumber } from './format';
import { PAGE_SIZE, type ListParams } from './list-params';

/** A column of a list, or a line of its card on a narrow screen. */
export interface Column<Row> {
  title: string;
  /** Where the title may be that of another column. */
  id?: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are right-aligned. */
  isNumeric?: boolean;
  width?: number | string;
}

interface ResourceListProps<Row> {
  /** What the rows are, for screen readers: `Applications`. */
  label: string;
  query: Pick<UseQueryResult<Page<Row>>, 'data' | 'error' | 'isPending' | 'isPlaceholderData'> & {
    refetch: () => unknown;
  };
  params: Pick<ListParams, 'page' | 'setPage' | 'isNarrowed' | 'clear'>;
  /** The first one contains the name and link of the row. */
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  /** Shown when the unfiltered list is empty. */
  empty: ReactNode;
  /** Search, filters. */
  toolbar?: ReactNode;
}

/** A paginated list: a table, or cards on a narrow screen, with loading, error and empty states. */
export function ResourceList<Row>({ label, query, params, columns, keyOf, empty, toolbar }: ResourceListProps<Row>) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)') ?? false;
  const { data, error, isPending, isPlaceholderData, refetch } = query;
  return (
    <Stack gap="md">
      {toolbar !== undefined && (
        <Group gap="sm" align="flex-end">
          {toolbar}
        </Group>
      )}
      {data !== undefined && error !== null && (
        <Alert color="yellow" role="status">
          The list could not be refreshed and may be out of date.
        </Alert>
      )}
      {isPending ? (
        <Rows label={`Loading ${label.toLowerCase()}`} />
      ) : data === undefined ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : data.results.length === 0 ? (
        <Nothing params={params} count={data.count} empty={empty} />
      ) : (
        <Box style={{ opacity: isPlaceholderData ? 0.6 : 1 }} aria-busy={isPlaceholderData}>
          {isNarrow ? (
            <Cards label={label} rows={data.results} columns={columns} keyOf={keyOf} />
          ) : (
            <Grid label={label} rows={data.results} columns={columns} keyOf={keyOf} />
          )}
        </Box>
      )}
      {data !== undefined && data.count > 0 && <Pages label={label} count={data.count} params={params} />}
    </Stack>
  );
}

type Body<Row> = Pick<ResourceListProps<Row>, 'label' | 'columns' | 'keyOf'> & { rows: readonly Row[] };

function Grid<Row>({ label, rows, columns, keyOf }: Body<Row>) {
  return (
    <Card withBorder padding={0}>
      <Table.ScrollContainer minWidth={560}>
        <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md" aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title, id, isNumeric, width }) => (
                <Table.Th key={id ?? title} scope="col" ta={isNumeric === true ? 'end' : 'start'} w={width}>
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={keyOf(row)}>
                {columns.map(({ title, id, cell, isNumeric }) => (
                  <Table.Td key={id ?? title} className={isNumeric === true ? 'numeric' : undefined}>
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}

function Cards<Row>({ label, rows, columns, keyOf }: Body<Row>) {
  const [head, ...rest] = columns;
  return (
    <Stack component="ul" gap="sm" p={0} m={0} aria-label={label} style={{ listStyle: 'none' }}>
      {rows.map((row) => (
        <Card component="li" withBorder padding="md" key={keyOf(row)}>
          <Box mb="xs">{head?.cell(row)}</Box>
          <Stack component="dl" gap={6} m={0}>
            {rest.map(({ title, id, cell }) => (
              <Group key={id ?? title} justify="space-between" gap="md" wrap="nowrap" align="flex-start">
                <Text component="dt" size="sm" c="dimmed">
                  {title}
                </Text>
                <Text component="dd" size="sm" m={0} ta="end" style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  {cell(row)}
                </Text>
              </Group>
            ))}
          </Stack>
        </Card>
      ))}
    </Stack>
  );
}

function Rows({ label }: { label: string }) {
  return (
    <Stack gap="xs" role="status" aria-label={label}>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height={44} />
      ))}
    </Stack>
  );
}

function Nothing({
  params,
  count,
  empty,
}: {
  params: ResourceListProps<never>['params'];
  count: number;
  empty: ReactNode;
}) {
  if (count > 0)
    return (
      <EmptyState
        title="This page does not exist"
        action={<Button onClick={() => params.setPage(1)}>First page</Button>}
      />
    );
  if (!params.isNarrowed) return empty;
  return (
    <EmptyState
      title="No results"
      hint="Try other search terms or fewer filters."
      action={
        <Button variant="default" onClick={params.clear}>
          Clear filters
        </Button>
      }
    />
  );
}

function Pages({ label, count, params }: { label: string; count: number; params: ResourceListProps<never>['params'] }) {
  const pages = Math.ceil(count / PAGE_SIZE);
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" role="status">
        {formatNumber(count)} {count === 1 ? 'entry' : 'entries'}
      </Text>
      {pages > 1 && (
        <Pagination
          component="nav"
          aria-label={`Pages of ${label.toLowerCase()}`}
          total={pages}
          value={params.page}
          onChange={params.setPage}
          size="sm"
          siblings={1}
          getControlProps={(control) => ({
            'aria-label': { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' }[
              control
            ],
          })}
          getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
        />
      )}
    </Group>
  );
}
