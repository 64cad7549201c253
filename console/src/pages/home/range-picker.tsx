import { Button, Group, Popover, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '../../components/format';
import { RANGES, type HomeRange } from './home-range';
import { t } from '../../i18n/t';

const MOST_DAYS = 366;
const DAY_MS = 86_400_000;

interface RangePickerProps {
  range: HomeRange;
  /** The days that are shown. */
  shown: { from: string; to: string } | undefined;
}

/** Picks the days of the charts: some up to today, or some of one’s own. */
export function RangePicker({ range, shown }: RangePickerProps) {
  const [isOpen, { toggle, close }] = useDisclosure();
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
      <Popover opened={isOpen} onChange={(open) => !open && close()} position="bottom-end" trapFocus withRoles>
        <Popover.Target>
          <Button
            variant={range.days === null ? 'light' : 'default'}
            leftSection={<IconCalendar size={16} stroke={1.6} aria-hidden />}
            onClick={toggle}
          >
            {range.days === null && shown !== undefined
              ? `${formatDay(shown.from)} – ${formatDay(shown.to)}`
              : t('Other days')}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t('Other days')}>
          <OwnDays
            key={`${shown?.from} ${shown?.to}`}
            shown={shown}
            onPick={(from, to) => {
              range.setOwn(from, to);
              close();
            }}
          />
        </Popover.Dropdown>
      </Popover>
    </Group>
  );
}

function OwnDays({ shown, onPick }: { shown: RangePickerProps['shown']; onPick: (from: string, to: string) => void }) {
  const [from, setFrom] = useState(shown?.from ?? '');
  const [to, setTo] = useState(shown?.to ?? '');
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const problem =
    from === '' || to === ''
      ? t('Choose both days')
      : days < 1
        ? t('The last day must not be before the first')
        : days > MOST_DAYS
          ? t('Choose at most {{most}} days', { most: MOST_DAYS })
          : null;
  const [isSent, setSent] = useState(false);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setSent(true);
        if (problem === null) onPick(from, to);
      }}
    >
      <Stack gap="sm">
        <TextInput
          type="date"
          label={t('First day')}
          value={from}
          onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          data-autofocus
        />
        <TextInput
          type="date"
          label={t('Last day')}
          value={to}
          error={isSent ? problem : null}
          onChange={({ currentTarget }) => setTo(currentTarget.value)}
        />
        <Button type="submit">{t('Show')}</Button>
      </Stack>
    </form>
  );
}
