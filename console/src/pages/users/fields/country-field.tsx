import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { countryOptions } from './countries';

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
      label="Country"
      placeholder="Unknown"
      data={OPTIONS}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the country' }}
      nothingFoundMessage="No country matches"
      autoComplete="off"
      {...props}
    />
  );
}
