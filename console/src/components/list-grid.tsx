import { Card, Checkbox, Table } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { idOf, type Column, type Density } from './list-layout';
import type { ListParams } from './list-params';
import classes from './resource-list.module.css';
import { SelectBox } from './select-box';
import type { Selection } from './use-selection';
import { t } from '../i18n/t';

export interface RowsProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  density: Density;
  /** Where rows can be selected. */
  selection?: Selection<Row> | undefined;
  /** What a row is called, for screen readers. */
  nameOf?: ((row: Row) => string) | undefined;
}

interface GridProps<Row> extends RowsProps<Row> {
  params: Partial<Pick<ListParams, 'sort' | 'setSort'>>;
}

/** The rows of a list as a table. */
export function Grid<Row>({ label, rows, columns, keyOf, density, selection, nameOf, params }: GridProps<Row>) {
  const chosen = selection === undefined ? 0 : rows.filter(selection.has).length;
  return (
    <Card withBorder padding={0}>
      <Table.ScrollContainer minWidth={560}>
        <Table
          highlightOnHover
          horizontalSpacing="md"
          className={classes.table}
          data-density={density}
          aria-label={label}
        >
          <Table.Thead>
            <Table.Tr>
              {selection !== undefined && (
                <Table.Th className={`${classes.box} screen-only`}>
                  <Checkbox
                    size="xs"
                    aria-label={t('Select all of this page')}
                    checked={chosen === rows.length}
                    indeterminate={chosen > 0 && chosen < rows.length}
                    onChange={() => selection.setAll(rows, chosen < rows.length)}
                  />
                </Table.Th>
              )}
              {columns.map((column) => (
                <Heading key={idOf(column)} column={column} params={params} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={keyOf(row)} data-row={keyOf(row)} data-selected={selection?.has(row) || undefined}>
                {selection !== undefined && (
                  <Table.Td className={`${classes.box} screen-only`}>
                    <SelectBox row={row} name={nameOf!(row)} selection={selection} />
                  </Table.Td>
                )}
                {columns.map((column) => (
                  <Table.Td key={idOf(column)} className={column.isNumeric === true ? 'numeric' : undefined}>
                    {column.cell(row)}
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
  params: { sort: current, setSort },
}: {
  column: Column<Row>;
  params: GridProps<Row>['params'];
}) {
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
