import { Card, Table, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { NumberTh } from './number-th';
import classes from './bars.module.css';
import { t } from '../i18n/t';

/** A bar: its name, its value, and the text next to it. */
export interface Bar {
  key: string;
  name: ReactNode;
  value: number;
  /** Cells after the bar, such as an amount. */
  cells: readonly ReactNode[];
}

interface BarsProps {
  title: string;
  description?: string;
  /** The heads of the columns: of the names, then of the cells. */
  heads: readonly string[];
  bars: readonly Bar[];
  /** The cells of the last row, which sums all up; left out where nothing does. */
  totals?: readonly ReactNode[];
  /** Shown when there are none. */
  nothing: string;
}

/** A chart of bars that is a table: each row has its bar, and can be read without it. */
export function Bars({ title, description, heads, bars, totals, nothing }: BarsProps) {
  const id = useId();
  const longest = Math.max(...bars.map(({ value }) => Math.abs(value)), 0);
  const [first, ...rest] = heads;
  return (
    <Card component="section" withBorder padding="md" aria-labelledby={id}>
      <Title order={2} id={id} fz="md">
        {title}
      </Title>
      {description !== undefined && (
        <Text size="sm" c="dimmed" mb="sm">
          {description}
        </Text>
      )}
      {bars.length === 0 ? (
        <Text size="sm">{nothing}</Text>
      ) : (
        // Focusable, so that it can be scrolled by keyboard.
        <div role="group" aria-labelledby={id} tabIndex={0} className={classes.scroll}>
          <Table verticalSpacing={6} horizontalSpacing="xs" aria-labelledby={id}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{first}</Table.Th>
                {rest.map((head) => (
                  <NumberTh key={head}>{head}</NumberTh>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {bars.map(({ key, name, value, cells }) => (
                <Table.Tr key={key}>
                  <Table.Th scope="row" fw={400} className={classes.name}>
                    {name}
                    <span className={classes.track} aria-hidden>
                      <span
                        className={value < 0 ? classes.negative : classes.bar}
                        style={{ width: `${longest === 0 ? 0 : (Math.abs(value) / longest) * 100}%` }}
                      />
                    </span>
                  </Table.Th>
                  {cells.map((cell, index) => (
                    <Table.Td key={rest[index]} className="numeric">
                      {cell}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
            {totals !== undefined && (
              <Table.Tfoot>
                <Table.Tr>
                  <Table.Th scope="row" fw={650}>
                    {t('All')}
                  </Table.Th>
                  {totals.map((cell, index) => (
                    <Table.Td key={rest[index]} className="numeric" fw={650}>
                      {cell}
                    </Table.Td>
                  ))}
                </Table.Tr>
              </Table.Tfoot>
            )}
          </Table>
        </div>
      )}
    </Card>
  );
}
