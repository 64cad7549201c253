import { Button } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { formatDay } from '../../components/format';
import type { HomeRange } from './home-range';
import { t } from '../../i18n/t';

export interface RangePickerProps {
  range: HomeRange;
  /** The days that are shown. */
  shown: { from: string; to: string } | undefined;
}

/** Opens the days of one's own. */
export function OwnDaysButton({ range, shown, ...props }: RangePickerProps & ComponentProps<'button'>) {
  return (
    <Button
      variant={range.days === null ? 'light' : 'default'}
      leftSection={<IconCalendar size={16} stroke={1.6} aria-hidden />}
      {...props}
    >
      {range.days === null && shown !== undefined
        ? `${formatDay(shown.from)} – ${formatDay(shown.to)}`
        : t('Other days')}
    </Button>
  );
}
