import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { countryOptions } from './countries';
import { t } from '#console/i18n/t';

const OPTIONS = countryOptions();

interface CountryFieldProps {
  value: string | null;
  onChange: (code: string | null) => void;
  error?: ReactNode;
}

/** The country of a user. */
export function CountryField(props: CountryFieldProps) {
  return (
    <Select
      label={t('Country')}
      placeholder={t('Unknown')}
      data={OPTIONS}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Clear the country') }}
      nothingFoundMessage={t('No country matches')}
      autoComplete="off"
      {...props}
    />
  );
}
