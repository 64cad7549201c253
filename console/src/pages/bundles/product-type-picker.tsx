import { Loader, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { productTypesQuery } from '../product-types';
import { t } from '../../i18n/t';

const SHOWN = 20;
const DELAY_MS = 200;

interface ProductTypePickerProps {
  label: string;
  placeholder: string;
  /** A type's name. */
  value: string | null;
  onChange: (name: string | null) => void;
}

/** Filters a list by product type; the service searches by name or label. */
export function ProductTypePicker({ label, placeholder, value, onChange }: ProductTypePickerProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), DELAY_MS);
  // After a choice the field contains its label, which is not a search.
  const { data, isFetching } = useQuery(
    productTypesQuery({ limit: SHOWN, ...(value === null && search && { search }) }),
  );
  const found = (data?.results ?? []).map((type) => ({ value: type.name, label: type.label }));
  const isFound = value === null || found.some((option) => option.value === value);
  return (
    <Select
      aria-label={label}
      placeholder={placeholder}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': placeholder }}
      data={isFound ? found : [{ value, label: value }, ...found]}
      value={value}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <div style={{ minWidth: 0 }}>
          <Text size="sm">{option.label}</Text>
          <Text className="mono" c="dimmed">
            {option.value}
          </Text>
        </div>
      )}
      nothingFoundMessage={isFetching ? t('Searching…') : t('No type matches')}
      rightSection={isFetching ? <Loader size={16} aria-hidden /> : undefined}
      maxDropdownHeight={320}
      w={{ base: '100%', xs: 220 }}
    />
  );
}
