import { Card, Table, Text } from '@mantine/core';
import { Delta, differenceOf } from '#console/components/delta';
import { formatPoints } from '#console/components/format';
import { NumberTh } from '#console/components/number-th';
import classes from './comparison-table.module.css';
import { t } from '#console/i18n/t';

/** One figure as paid and by each plan; null if there is none. */
export interface ComparedRow {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** Where it differs from the table's. */
  readonly format?: (value: number) => string;
  /** Of differences, where they are of another kind. */
  readonly formatDifference?: (value: number) => string;
  /** The values in percent of volume, with their difference. */
  readonly percents?: readonly (number | null)[];
}

/** Whether any of the plans differs from what was paid. */
export const isChanged = ({ values: [paid, ...plans] }: ComparedRow): boolean =>
  plans.some((value) => (value === null || paid === null ? value !== paid : differenceOf(value, paid!) !== 0));

interface ComparisonTableProps {
  label: string;
  /** The heading of the first column. */
  head: string;
  /** The first is what was paid. */
  columns: readonly string[];
  rows: readonly ComparedRow[];
  format: (value: number) => string;
  /** Draws a bar for each value, relative to the largest of its row. */
  hasBars?: boolean;
}

/** Figures side by side: what was paid first, then each plan, with what it differs by. */
export function ComparisonTable({ label, head, columns, rows, format, hasBars = false }: ComparisonTableProps) {
  return (
    <Card withBorder padding={0}>
      <Table.ScrollContainer minWidth={140 + columns.length * 150}>
        <Table horizontalSpacing="md" aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{head}</Table.Th>
              {columns.map((column, index) => (
                <NumberTh key={index}>{column}</NumberTh>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.name} style={{ verticalAlign: 'top' }}>
                <Table.Th scope="row" fw={500}>
                  {row.name}
                </Table.Th>
                {row.values.map((_, index) => (
                  <Table.Td key={index} className="numeric">
                    <Figure row={row} index={index} format={row.format ?? format} hasBar={hasBars} />
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

interface FigureProps {
  row: ComparedRow;
  index: number;
  format: (value: number) => string;
  hasBar: boolean;
}

function Figure({ row: { values, formatDifference, percents }, index, format, hasBar }: FigureProps) {
  const value = values[index];
  const paid = values[0];
  if (value === null || value === undefined)
    return (
      <Text component="span" size="sm" c="dimmed">
        –
      </Text>
    );
  const most = Math.max(...values.map((one) => Math.abs(one ?? 0)));
  const isTold = index > 0 && paid !== null && paid !== undefined;
  const difference = isTold ? differenceOf(value, paid) : 0;
  const [was, is] = [percents?.[0] ?? null, percents?.[index] ?? null];
  return (
    <>
      {format(value)}
      {hasBar && most > 0 && (
        <span className={classes.track} aria-hidden>
          <span
            className={index === 0 ? classes.paid : classes.bar}
            style={{ width: `${(Math.abs(value) / most) * 100}%` }}
          />
        </span>
      )}
      {isTold && (
        <Text component="div" size="xs" mt={2}>
          <Delta value={difference} format={formatDifference ?? format} />
        </Text>
      )}
      {difference !== 0 && was !== null && is !== null && (
        <Text component="div" size="xs">
          <Delta value={differenceOf(is, was)} format={formatPoints} none={t('the same part of volume')} />
        </Text>
      )}
    </>
  );
}
