import { Group, SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useLate } from '../../components/use-late';
import { RANGES } from './home-range';
import { OwnDaysButton, type RangePickerProps } from './own-days-button';
import { t } from '../../i18n/t';

const load = () => import('./own-days');

/** Picks the days of the charts: some up to today, or some of one’s own. */
export function RangePicker({ range, shown }: RangePickerProps) {
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
