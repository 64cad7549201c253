import { Group, Table } from '@mantine/core';
import { formatNumber } from '../format';
import { NumberTh } from '../number-th';
import type { ChartProps } from './chart';
import classes from './chart.module.css';
import { totalAt } from './series';
import { Swatch } from './swatch';
import { spanText } from './time-format';
import { t } from '../../i18n/t';

type ChartTableProps = Pick<ChartProps, 'label' | 'steps' | 'series' | 'form' | 'unit' | 'format'>;

/** The data of a chart as a table, newest first. */
export function ChartTable({ label, steps, series, form, unit = '', format }: ChartTableProps) {
  const text = format ?? ((value: number): string => formatNumber(value) + unit);
  const hasTotal = form === 'columns' && series.length > 1;
  const newest = steps.starts.map((_, index) => index).reverse();
  return (
    // Focusable, so that it can be scrolled by keyboard.
    <div className={classes.table} role="region" aria-label={t('{{label}} over time', { label })} tabIndex={0}>
      <Table aria-label={label} stickyHeader verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('Time')}</Table.Th>
            {hasTotal && <NumberTh>{t('Total')}</NumberTh>}
            {series.map(({ key, name, color }) => (
              <Table.Th key={key} scope="col">
                <Group gap={6} wrap="nowrap" justify="flex-end">
                  <Swatch color={color} />
                  {name}
                </Group>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {newest.map((index) => (
            <Table.Tr key={steps.starts[index]}>
              <Table.Th scope="row" fw={400} style={{ whiteSpace: 'nowrap' }}>
                {spanText(steps, index)}
              </Table.Th>
              {hasTotal && <Table.Td className="numeric">{formatNumber(totalAt(series, index))}</Table.Td>}
              {series.map(({ key, values }) => (
                <Table.Td key={key} className="numeric">
                  {textOf(values[index], text)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function textOf(value: number | null | undefined, text: (value: number) => string): string {
  return value === null || value === undefined ? t('none') : text(value);
}
