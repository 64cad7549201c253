import {
  Alert,
  Box,
  Button,
  Card,
  Group,
  Pagination,
  Skeleton,
  Stack,
  Table,
  Text,
  VisuallyHidden,
} from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Page } from '../api/client';
import { EmptyState } from './empty-state';
import { FailureState } from './failure-state';
import { formatNumber } from './format';
import { PAGE_SIZE, type ListParams } from './list-params';
import classes from './resource-list.module.css';
import { plural, t, within } from '../i18n/t';

/** A column of a list. */
export interface Column<Row> {
  title: string;
  /** Where the title may be that of another column. */
  id?: string;
  cell: (row: Row) => ReactNode;
  /** Numbers are right-aligned. */
  isNumeric?: boolean;
  width?: number | string;
  /** The word of the API by which the list is sorted, as the first click has it: `name`, `-total`. */
  sort?: string;
}

interface ResourceListProps<Row> {
  /** What the rows are, for screen readers: `Applications`. */
  label: string;
  query: Pick<UseQueryResult<Page<Row>>, 'data' | 'error' | 'isPending' | 'isPlaceholderData'> & {
    refetch: () => unknown;
  };
  params: Pick<ListParams, 'page' | 'setPage' | 'isNarrowed' | 'clear'> & Partial<Pick<ListParams, 'sort' | 'setSort'>>;
  /** The first one contains the name and link of the row. */
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  /** Shown when the unfiltered list is empty. */
  empty: ReactNode;
  /** Search, filters: mostly a {@link ListToolbar}. */
  toolbar?: ReactNode;
  /** What all matching entries come to, beside how many they are. */
  sums?: ReactNode;
}

/** A paginated list: a table, or two lines for each row on a narrow screen, with loading, error and empty states. */
export function ResourceList<Row>(props: ResourceListProps<Row>) {
  const { label, query, params, columns, keyOf, empty, toolbar, sums } = props;
  const isNarrow = useMediaQuery('(max-width: 47.99em)') ?? false;
  const { data, error, isPending, isPlaceholderData, refetch } = query;
  return (
    <Stack gap="md">
      {toolbar !== undefined && (
        <Group gap="xs" align="center">
          {toolbar}
        </Group>
      )}
      {data !== undefined && error !== null && (
        <Alert color="yellow" role="status">
          {t('The list could not be refreshed and may be out of date.')}
        </Alert>
      )}
      {isPending ? (
        <Rows label={t('Loading {{label}}', { label: within(label) })} />
      ) : data === undefined ? (
        <FailureState error={error} onRetry={() => void refetch()} />
      ) : data.results.length === 0 ? (
        <Nothing params={params} count={data.count} empty={empty} />
      ) : (
        <Box style={{ opacity: isPlaceholderData ? 0.6 : 1 }} aria-busy={isPlaceholderData}>
          {isNarrow ? (
            <Lines label={label} rows={data.results} columns={columns} keyOf={keyOf} />
          ) : (
            <Grid label={label} rows={data.results} columns={columns} keyOf={keyOf} params={params} />
          )}
        </Box>
      )}
      {data !== undefined && data.count > 0 && <Pages label={label} count={data.count} params={params} sums={sums} />}
    </Stack>
  );
}

type Body<Row> = Pick<ResourceListProps<Row>, 'label' | 'columns' | 'keyOf'> & { rows: readonly Row[] };

function Grid<Row>({ label, rows, columns, keyOf, params }: Body<Row> & Pick<ResourceListProps<Row>, 'params'>) {
  return (
    <Card withBorder padding={0}>
      <Table.ScrollContainer minWidth={560}>
        <Table highlightOnHover horizontalSpacing="md" className={classes.table} aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {columns.map((column) => (
                <Heading key={column.id ?? column.title} column={column} params={params} />
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

/** The title of a column, which sorts the list by it, and then the other way round. */
function Heading<Row>({
  column: { title, isNumeric, width, sort },
  params,
}: {
  column: Column<Row>;
  params: ResourceListProps<Row>['params'];
}) {
  const { sort: current, setSort } = params;
  const align = isNumeric === true ? 'end' : 'start';
  if (sort === undefined || setSort === undefined)
    return (
      <Table.Th scope="col" ta={align} w={width}>
        {title}
      </Table.Th>
    );
  const isSorted = current !== undefined && wordOf(current) === wordOf(sort);
  const isDescending = current?.startsWith('-') === true;
  const Icon = !isSorted ? IconArrowsSort : isDescending ? IconArrowDown : IconArrowUp;
  return (
    <Table.Th
      scope="col"
      ta={align}
      w={width}
      aria-sort={!isSorted ? 'none' : isDescending ? 'descending' : 'ascending'}
    >
      <button
        type="button"
        className={classes.sort}
        data-sorted={isSorted || undefined}
        onClick={() => setSort(isSorted ? reversed(current) : sort)}
      >
        {title}
        <Icon size={14} aria-hidden />
      </button>
    </Table.Th>
  );
}

function wordOf(sort: string): string {
  return sort.replace(/^-/, '');
}

function reversed(sort: string): string {
  return sort.startsWith('-') ? sort.slice(1) : `-${sort}`;
}

/** On a phone: what it is and its figure, and below what else is said of it. */
function Lines<Row>({ label, rows, columns, keyOf }: Body<Row>) {
  const [head, ...others] = columns;
  const figure = others.find(({ isNumeric }) => isNumeric === true);
  // More figures would need their titles: they are on the page of the row.
  const rest = others.filter(({ isNumeric }) => isNumeric !== true);
  return (
    <Card withBorder padding={0}>
      <ul className={classes.lines} aria-label={label}>
        {rows.map((row) => (
          <li key={keyOf(row)} className={classes.line}>
            <div className={classes.first}>
              <div className={classes.head}>{head?.cell(row)}</div>
              {figure !== undefined && (
                <div className="numeric">
                  <VisuallyHidden>{figure.title}: </VisuallyHidden>
                  {figure.cell(row)}
                </div>
              )}
            </div>
            <div className={classes.second}>
              {rest.map(({ title, id, cell }) => (
                <span key={id ?? title} className={classes.part}>
                  <VisuallyHidden>{title}: </VisuallyHidden>
                  {cell(row)}
                </span>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Rows({ label }: { label: string }) {
  return (
    <Stack gap="xs" role="status" aria-label={label}>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height={40} />
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
        title={t('This page does not exist')}
        action={<Button onClick={() => params.setPage(1)}>{t('First page')}</Button>}
      />
    );
  if (!params.isNarrowed) return empty;
  return (
    <EmptyState
      title={t('No results')}
      hint={t('Try other search terms or fewer filters.')}
      action={
        <Button variant="default" onClick={params.clear}>
          {t('Clear filters')}
        </Button>
      }
    />
  );
}

/** Entries up to which lists of millions are counted. */
const COUNTED = 100_000;

function Pages({
  label,
  count,
  params,
  sums,
}: {
  label: string;
  count: number;
  params: ResourceListProps<never>['params'];
  sums: ReactNode;
}) {
  const pages = Math.ceil(count / PAGE_SIZE);
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="md" role="status" className={classes.sums}>
        <Text size="sm" c="dimmed">
          {count === COUNTED
            ? t('{{entries}} entries or more', { entries: formatNumber(count) })
            : plural(count, '{{count}} entry', '{{count}} entries')}
        </Text>
        {sums}
      </Group>
      {pages > 1 && (
        <Pagination
          component="nav"
          aria-label={t('Pages of {{label}}', { label: within(label) })}
          total={pages}
          value={params.page}
          onChange={params.setPage}
          size="sm"
          siblings={1}
          getControlProps={(control) => ({
            'aria-label': {
              first: t('First page'),
              previous: t('Previous page'),
              next: t('Next page'),
              last: t('Last page'),
            }[control],
          })}
          getItemProps={(page) => ({ 'aria-label': t('Page {{page}}', { page }) })}
        />
      )}
    </Group>
  );
}
