import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../api/client';

const SHOWN = 20;
const DELAY_MS = 200;

/** The choice of no application in particular: an option, which the keyboard reaches as well. */
const ALL = { value: 'all', label: 'All applications' };

/** The first applications that a search finds. */
const foundApplicationsQuery = (search: string) =>
  queryOptions({
    queryKey: ['applications', 'picker', search],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/admin/api/applications/', { params: { query: { limit: SHOWN, ...(search && { search }) } }, signal }),
      ),
    placeholderData: keepPreviousData,
  });

/** One application; its own page reads the same. */
const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', 'one', id],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/applications/{id}/', { params: { path: { id } }, signal })),
  });

interface ApplicationPickerProps {
  /** Above the field; left out where it stands among others without a label. */
  label?: string;
  /** The id of one application; null for all. */
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Picks one application of any number of them, or all: the service searches. */
export function ApplicationPicker({ label, value, onChange }: ApplicationPickerProps) {
  const [typed, setTyped] = useState(ALL.label);
  const chosen = useQuery({ ...applicationQuery(value ?? ''), enabled: value !== null }).data;
  const isChosen = typed === (chosen?.name ?? ALL.label);
  const [search] = useDebouncedValue(isChosen ? '' : typed.trim(), DELAY_MS);
  const { data, isFetching } = useQuery(foundApplicationsQuery(search));
  const found = data?.results ?? [];
  const all = chosen === undefined || found.some(({ id }) => id === chosen.id) ? found : [chosen, ...found];
  return (
    <Select
      {...(label === undefined ? { 'aria-label': 'Application' } : { label })}
      placeholder="Search by name"
      searchable
      allowDeselect={false}
      data={[ALL, ...all.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value ?? ALL.value}
      onChange={(id) => onChange(id === ALL.value ? null : id)}
      // Whoever types replaces what is chosen.
      onFocus={({ currentTarget }) => currentTarget.select()}
      searchValue={typed}
      onSearchChange={setTyped}
      // The service has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={isFetching ? 'Searching…' : 'No application matches'}
      maxDropdownHeight={320}
      comboboxProps={{ shadow: 'md' }}
      w={{ base: '100%', sm: 240 }}
    />
  );
}
