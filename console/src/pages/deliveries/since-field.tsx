import { TextInput } from '@mantine/core';
import { instantOf, localTimeOf } from '../../components/local-time';
import { t } from '../../i18n/t';

interface SinceFieldProps {
  /** In ISO 8601. */
  value: string | undefined;
  onChange: (instant: string | null) => void;
}

/** A start time in the user's time zone, applied on Enter or blur. */
export function SinceField({ value, onChange }: SinceFieldProps) {
  const shown = value === undefined ? '' : localTimeOf(Date.parse(value));
  const ask = (local: string): void => {
    if (local !== shown) onChange(instantOf(local) ?? null);
  };
  return (
    <TextInput
      key={shown}
      label={t('Since')}
      type="datetime-local"
      defaultValue={shown}
      w={{ base: '100%', xs: 240 }}
      onBlur={({ currentTarget }) => ask(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && ask(currentTarget.value)}
    />
  );
}
