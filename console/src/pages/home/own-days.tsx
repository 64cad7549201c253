import { Button, Popover, Stack, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { OwnDaysButton, type RangePickerProps } from './own-days-button';
import { t } from '../../i18n/t';

const MOST_DAYS = 366;
const DAY_MS = 86_400_000;

/** Days of one's own. @param props.opensAtOnce the button was pressed before this was loaded */
export function OwnDays({ range, shown, opensAtOnce }: RangePickerProps & { opensAtOnce: boolean }) {
  const [isOpen, { toggle, close }] = useDisclosure(opensAtOnce);
  return (
    <Popover opened={isOpen} onChange={(open) => !open && close()} position="bottom-end" trapFocus withRoles>
      <Popover.Target>
        <OwnDaysButton range={range} shown={shown} onClick={toggle} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Other days')}>
        <Fields
          key={`${shown?.from} ${shown?.to}`}
          shown={shown}
          onPick={(from, to) => {
            range.setOwn(from, to);
            close();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function Fields({ shown, onPick }: { shown: RangePickerProps['shown']; onPick: (from: string, to: string) => void }) {
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
