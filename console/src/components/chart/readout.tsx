import { Group, Paper, Text } from '@mantine/core';
import classes from './chart.module.css';
import { totalAt, type Series, type Steps } from './series';
import { Swatch } from './swatch';
import { spanText } from './time-format';
import { t } from '../../i18n/t';

interface ReadoutProps {
  steps: Steps;
  series: readonly Series[];
  /** The highlighted step. */
  index: number;
  format: (value: number) => string;
  /** Whether the series add up. */
  hasTotal: boolean;
}

/** The values of a step, next to the pointer or below the chart. Screen readers get {@link readoutText} instead. */
export function Readout({ steps, series, index, format, hasTotal }: ReadoutProps) {
  return (
    <Paper withBorder shadow="md" px="sm" py="xs" className={classes.readout} data-readout>
      <Text size="xs" c="dimmed" mb={4}>
        {spanText(steps, index)}
      </Text>
      <div className={classes.values}>
        {series.map(({ key, name, color, values }) => (
          <Line key={key} name={name} color={color} value={valueText(values[index], format)} />
        ))}
        {hasTotal && series.length > 1 && <Line name="Total" value={format(totalAt(series, index))} />}
      </div>
    </Paper>
  );
}

function Line({ name, color, value }: { name: string; color?: string; value: string }) {
  return (
    <Group gap="xs" wrap="nowrap" justify="space-between">
      <Group gap={6} wrap="nowrap" style={{ minWidth: 0 }}>
        {color !== undefined && <Swatch color={color} />}
        <Text size="xs" truncate>
          {name}
        </Text>
      </Group>
      <Text size="xs" fw={600} className="numeric">
        {value}
      </Text>
    </Group>
  );
}

/** The values of a step as text: `Nov 21, 10:15 AM – 10:30 AM: Demo shop 12, Total 12`. */
export function readoutText({ steps, series, index, format, hasTotal }: ReadoutProps): string {
  const values = series.map(({ name, values }) => `${name} ${valueText(values[index], format)}`);
  const total = hasTotal && series.length > 1 ? [t('Total {{total}}', { total: format(totalAt(series, index)) })] : [];
  return `${spanText(steps, index)}: ${[...total, ...values].join(', ')}`;
}

function valueText(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? t('none') : format(value);
}
