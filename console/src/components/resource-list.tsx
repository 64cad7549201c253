import { Alert, Box, Button, Group, Pagination, Skeleton, Stack, Text, Card, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCheckbox } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { Page } from '../api/client';
import type { Bulk } from './bulk';
import { BulkBar } from './bulk-bar';
import { CsvButton } from './csv-button';
import { EmptyState } from './empty-state';
import { FailureState } from './failure-state';
import { formatNumber } from './format';
import { Grid, type RowsProps } from './list-grid';
import { arranged, useDensity, type Column, idOf } from './list-layout';
import { ListMenu } from './list-menu';
import { filePath, PAGE_SIZE, type ListFile, type ListParams } from './list-params';
import { ListViews } from './list-views';
import classes from './resource-list.module.css';
import { useRowKeys } from './use-row-keys';
import { useSelection } from './use-selection';
import { useViews } from './use-views';
import { plural, t, within } from '../i18n/t';
import { SelectBox } from './select-box';

export type { Column } from './list-layout';

interface ResourceListProps<Row> {
  /** What the rows are, for screen readers: `Applications`. */
  label: string;
  /** What the list is called where its columns and views are kept; without it, nothing is kept. */
  name?: string;
  query: Pick<UseQueryResult<Page<Row>>, 'data' | 'error' | 'isPending' | 'isPlaceholderData'> & {
    refetch: () => unknown;
  };
  params: Pick<ListParams, 'page' | 'setPage' | 'isNarrowed' | 'clear'> &
    Partial<Pick<ListParams, 'sort' | 'setSort' | 'kept' | 'view' | 'apply'>>;
  /** The first one contains the name and link of the row. */
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  /** Shown when the unfiltered list is empty. */
  empty: ReactNode;
  /** Search, filters: mostly a {@link ListToolbar}. */
  toolbar?: ReactNode;
  /** The list as a CSV file, of all that match. */
  csv?: ListFile;
  /** What all matching entries come to, beside how many they are. */
  sums?: ReactNode;
  /** Entries up to which a search of it is counted, if not as usual. */
  countedTo?: number;
  /** What can be done to rows that are selected. */
  bulk?: Bulk<Row> | undefined;
}

/** A paginated list: a table, or two lines for each row on a narrow screen, with loading, error and empty states. */
export function ResourceList<Row>(props: ResourceListProps<Row>) {
  const { label, name, query, params, columns, keyOf, empty, toolbar, csv, sums, countedTo, bulk } = props;
  const isNarrow = useMediaQuery('(max-width: 47.99em)') ?? false;
  const [isSelecting, setSelecting] = useState(false);
  const { data, error, isPending, isPlaceholderData, refetch } = query;
  const rows = data?.results ?? [];
  const [density] = useDensity();
  const views = useViews(name, params);
  const selection = useSelection(rows, keyOf, narrowingOf(params.kept));
  const offered = bulk === undefined || (isNarrow && !isSelecting) ? undefined : selection;
  useRowKeys(rows, keyOf, offered);
  const menu = name !== undefined && (
    <ListMenu columns={columns} arrangement={views.arrangement} onArrange={views.arrange} />
  );
  const shown = {
    label,
    rows,
    columns: name === undefined ? columns : arranged(columns, views.arrangement),
    keyOf,
    density,
    selection: offered,
    nameOf: bulk?.nameOf,
  };
  return (
    <Stack gap="md">
      {name !== undefined && params.apply !== undefined && (
        <ListViews views={views} params={{ kept: params.kept ?? '', apply: params.apply }} />
      )}
      {(toolbar !== undefined || csv !== undefined || name !== undefined) && (
        <Group gap="xs" align="flex-start" justify="flex-end" wrap={isNarrow ? 'wrap' : 'nowrap'}>
          {toolbar !== undefined && (
            <Group gap="xs" flex={1} miw={isNarrow ? '100%' : 0}>
              {toolbar}
            </Group>
          )}
          <Group gap="xs" wrap="nowrap">
            {bulk !== undefined && isNarrow && (
              <Button
                variant={isSelecting ? 'light' : 'default'}
                leftSection={<IconCheckbox size={16} aria-hidden />}
                aria-pressed={isSelecting}
                onClick={() => {
                  selection.clear();
                  setSelecting(!isSelecting);
                }}
              >
                {t('Select')}
              </Button>
            )}
            {csv !== undefined && <CsvButton path={filePath(csv)}>{t('Save as CSV')}</CsvButton>}
            {menu}
          </Group>
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
          {isNarrow ? <Lines {...shown} /> : <Grid {...shown} params={params} />}
        </Box>
      )}
      {bulk !== undefined && (
        <BulkBar
          bulk={bulk}
          selection={selection}
          count={data?.count ?? 0}
          isPageSelected={rows.length > 0 && rows.every(selection.has)}
        />
      )}
      {data !== undefined && data.count > 0 && (
        <Pages label={label} count={data.count} params={params} sums={sums} countedTo={countedTo} />
      )}
    </Stack>
  );
}

/** What narrows a list, without how it is sorted. */
function narrowingOf(kept = ''): string {
  return kept.replace(/(^|&)sort=[^&]*/, '');
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

/** Entries up to which lists of millions are counted: what is found, and all. */
const COUNTED = [10_000, 50_000];

function Pages({
  label,
  count,
  params,
  sums,
  countedTo,
}: {
  label: string;
  count: number;
  params: ResourceListProps<never>['params'];
  sums: ReactNode;
  countedTo: number | undefined;
}) {
  const pages = Math.ceil(count / PAGE_SIZE);
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="md" role="status" className={classes.sums}>
        <Text size="sm" c="dimmed">
          {count === countedTo || COUNTED.includes(count)
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

/** On a phone: what it is and its figure, and below what else is said of it. */
function Lines<Row>({ label, rows, columns, keyOf, density, selection, nameOf }: RowsProps<Row>) {
  const [head, ...others] = columns;
  const figure = others.find(({ isMain }) => isMain === true) ?? others.find(({ isNumeric }) => isNumeric === true);
  // More figures would need their titles: they are on the page of the row.
  const rest = others.filter(({ isNumeric }) => isNumeric !== true);
  return (
    <Card withBorder padding={0}>
      <ul className={classes.lines} data-density={density} aria-label={label}>
        {rows.map((row) => (
          <li key={keyOf(row)} className={classes.line} data-row={keyOf(row)}>
            {selection !== undefined && <SelectBox row={row} name={nameOf!(row)} selection={selection} />}
            <div className={classes.both}>
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
                {rest.map((column) => (
                  <span key={idOf(column)} className={classes.part}>
                    <VisuallyHidden>{column.title}: </VisuallyHidden>
                    {column.cell(row)}
                  </span>
                ))}
              </div>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
