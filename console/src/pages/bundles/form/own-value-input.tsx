import { TextInput, type TextInputProps } from '@mantine/core';
import type { OwnValue } from './bundle.values';
import classes from './form.module.css';
import { t } from '#console/i18n/t';

interface OwnValueInputProps extends Pick<TextInputProps, 'label' | 'aria-label' | 'error' | 'withAsterisk'> {
  /** Label for screen readers: `colour of variant 2`. */
  of: string;
  value: OwnValue;
  onChange: (value: OwnValue) => void;
}

/** A value of a custom field, and whether it is a text or a number. */
export function OwnValueInput({ of, value, onChange, error, ...props }: OwnValueInputProps) {
  return (
    <TextInput
      {...props}
      error={error}
      value={value.text}
      maxLength={1000}
      autoComplete="off"
      inputMode={value.kind === 'number' ? 'decimal' : 'text'}
      onChange={({ currentTarget }) => onChange({ ...value, text: currentTarget.value })}
      rightSectionWidth={86}
      rightSection={
        <select
          className={classes.kind}
          aria-label={t('Type of {{of}}', { of })}
          value={value.kind}
          onChange={({ currentTarget }) => onChange({ ...value, kind: currentTarget.value as OwnValue['kind'] })}
        >
          <option value="text">{t('Text')}</option>
          <option value="number">{t('Number')}</option>
        </select>
      }
    />
  );
}
