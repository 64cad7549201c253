import { Button, Card, Group, Text, Title } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { lazy, Suspense, useId, useState, type ReactNode } from 'react';
import { Chart, type ChartProps } from './chart';
import { Swatch } from './swatch';
import { t } from '../../i18n/t';

const ChartTable = lazy(async () => ({ default: (await import('./chart-table')).ChartTable }));

interface ChartCardProps extends ChartProps {
  /** The total. */
  figure: ReactNode;
  note: ReactNode;
  /** The legend below the chart; by default the names of the series. */
  legend?: ReactNode;
}

/** A chart with its title, its total, and a switch to the same data as a table. */
export function ChartCard({ figure, note, legend, ...chart }: ChartCardProps) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  const switchTo = isTable ? t('Show as chart') : t('Show as table');
  const { label, series } = chart;
  return (
    <Card component="section" withBorder padding="md" aria-labelledby={id} style={{ overflow: 'visible' }}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Title order={3} id={id} fz="sm" fw={500} c="dimmed">
          {label}
        </Title>
        <Button
          variant="default"
          aria-label={`${switchTo}: ${label}`}
          size="compact-sm"
          leftSection={isTable ? <IconChartBar size={14} aria-hidden /> : <IconTable size={14} aria-hidden />}
          onClick={() => setTable(!isTable)}
          style={{ flex: 'none' }}
        >
          {switchTo}
        </Button>
      </Group>
      <Text fz={26} fw={650} lh={1.3} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {figure}
      </Text>
      <Text component="div" size="sm" c="dimmed" mb="sm">
        {note}
      </Text>
      <Suspense fallback={<Chart {...chart} />}>{isTable ? <ChartTable {...chart} /> : <Chart {...chart} />}</Suspense>
      {legend ?? (
        <Group gap="md" mt="xs">
          {series.map(({ key, name, color }) => (
            <Group key={key} gap={6} wrap="nowrap">
              <Swatch color={color} />
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Text>
            </Group>
          ))}
        </Group>
      )}
    </Card>
  );
}
