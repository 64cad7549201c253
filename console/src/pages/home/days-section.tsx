import { Anchor, Group, SimpleGrid, Title, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { ChartCard } from '../../components/chart/chart-card';
import { PALETTE } from '../../components/chart/colours';
import type { Series } from '../../components/chart/series';
import { formatDay, formatMoney, formatNumber } from '../../components/format';
import { Change } from './change';
import { type HomeRange, RANGES } from './home-range';
import type { Figures, Home } from './home.queries';
import { ledgerAddress } from './ledger-address';
import { t } from '../../i18n/t';
import { useLate } from '../../components/use-late';
import { OwnDaysButton, type RangePickerProps } from './own-days-button';

const HEIGHT = 190;
const DAY_SECONDS = 86_400;

type Measure = keyof Figures;

interface DaysSectionProps {
  home: Home;
  range: HomeRange;
  /** The figures in their order; those that the user may not read are left out. */
  measures: readonly Measure[];
}

/** Sales, orders and new members by day, beside as many days before. */
export function DaysSection({ home, range, measures }: DaysSectionProps) {
  const [active, setActive] = useState<number | null>(null);
  const shown = measures.filter((measure) => home.range.total[measure] !== undefined);
  if (shown.length === 0) return null;
  const steps = {
    starts: home.range.days.map(({ day }) => new Date(`${day}T00:00:00`).getTime()),
    seconds: DAY_SECONDS,
  };
  return (
    <section aria-labelledby="by-day">
      <Group justify="space-between" gap="sm" mb="md">
        <Title order={2} id="by-day">
          {t('By day')}
        </Title>
        <RangePicker range={range} shown={home.range} />
      </Group>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        {shown.map((measure) => {
          const { label, to, nothing, format } = looksOf(measure, home);
          const [total, before] = [home.range.total[measure] ?? 0, home.before.total[measure] ?? 0];
          return (
            <ChartCard
              key={measure}
              label={label}
              figure={
                <Anchor component={Link} to={to} inherit c="inherit">
                  {format(total)}
                </Anchor>
              }
              note={
                <Change
                  now={total}
                  before={before}
                  than={t('{{before}} in the {{days}} days before', {
                    before: format(before),
                    days: home.before.days.length,
                  })}
                />
              }
              steps={steps}
              series={seriesOf(measure, home)}
              form="lines"
              format={format}
              height={HEIGHT}
              nothing={nothing}
              active={active}
              onActive={setActive}
            />
          );
        })}
      </SimpleGrid>
    </section>
  );
}

function seriesOf(measure: Measure, { range, before }: Home): Series[] {
  const words = ({ from, to }: { from: string; to: string }): string => `${formatDay(from)} – ${formatDay(to)}`;
  return [
    { key: 'now', name: words(range), color: PALETTE.typical, values: range.days.map((day) => day[measure] ?? 0) },
    {
      key: 'before',
      name: words(before),
      color: PALETTE.slow,
      isDashed: true,
      values: before.days.map((day) => day[measure] ?? 0),
    },
  ];
}

function looksOf(measure: Measure, { range, currency_code: currency }: Home) {
  const ledger = ledgerAddress(range.from_at, range.to_at);
  switch (measure) {
    case 'sales': {
      const format = (value: number): string => formatMoney(value, currency);
      return { label: t('Sales'), to: ledger, nothing: t('No sales'), format };
    }
    case 'volume':
      return { label: t('Commissionable volume'), to: ledger, nothing: t('No volume'), format: formatNumber };
    case 'orders':
      return { label: t('Orders'), to: '/orders', nothing: t('No orders'), format: formatNumber };
    case 'new_members':
      return { label: t('New members'), to: '/users', nothing: t('No new members'), format: formatNumber };
  }
}

const load = () => import('./own-days');

/** Picks the days of the charts: some up to today, or some of one’s own. */
function RangePicker({ range, shown }: RangePickerProps) {
  const late = useLate(load);
  const [isWanted, setWanted] = useState(false);
  return (
    <Group gap="xs" w={{ base: '100%', sm: 'auto' }}>
      <SegmentedControl
        aria-label={t('Days')}
        transitionDuration={0}
        value={range.days === null ? '' : String(range.days)}
        onChange={(days) => range.setDays(Number(days))}
        data={RANGES.map(({ days, label }) => ({ value: String(days), label }))}
        w={{ base: '100%', sm: 'auto' }}
      />
      {late === undefined ? (
        <OwnDaysButton range={range} shown={shown} onClick={() => setWanted(true)} />
      ) : (
        <late.OwnDays range={range} shown={shown} opensAtOnce={isWanted} />
      )}
    </Group>
  );
}
