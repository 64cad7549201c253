import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf } from '../api/client';
import type { ListFilter } from './list-filters';
import { t } from '../i18n/t';

const SHOWN = 20;
const DELAY_MS = 200;

/** All applications, as an option that the keyboard can reach. */
const ALL = { value: 'all', label: t('All applications') };

/** The first applications that match a search. */
const foundApplicationsQuery = (search: string) =>
  queryOptions({
    queryKey: ['applications', 'picker', search],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/admin/api/applications/', { params: { query: { limit: SHOWN, ...(search && { search }) } }, signal }),
      ),
    placeholderData: keepPreviousData,
  });

/** One application; shares its cache entry with the application page. */
const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', 'one', id],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/applications/{id}/', { params: { path: { id } }, signal })),
  });

interface ApplicationPickerProps {
  /** Above the field; omitted next to fields without labels. */
  label?: string;
  /** The id of one application; null for all. */
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Selects one application or all; the service does the search. */
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
      {...(label === undefined ? { 'aria-label': t('Application') } : { label })}
      placeholder={t('Search by name')}
      searchable
      allowDeselect={false}
      data={[ALL, ...all.map(({ id, name }) => ({ value: id, label: name }))]}
      value={value ?? ALL.value}
      onChange={(id) => onChange(id === ALL.value ? null : id)}
      // Typing replaces the current choice.
      onFocus={({ currentTarget }) => currentTarget.select()}
      searchValue={typed}
      onSearchChange={setTyped}
      // The service has already filtered.
      filter={({ options }) => options}
      nothingFoundMessage={isFetching ? t('Searching…') : t('No application matches')}
      maxDropdownHeight={320}
      comboboxProps={{ shadow: 'md' }}
      w={{ base: '100%', sm: 240 }}
    />
  );
}

function ApplicationName({ id }: { id: string }) {
  return useQuery(applicationQuery(id)).data?.name ?? id;
}

/** Narrows a list to one application. @param name in the URL and of the API */
export function applicationFilter(name: string): ListFilter {
  return {
    kind: 'own',
    name,
    label: t('Application'),
    told: (id) => <ApplicationName id={id} />,
    input: (id, set) => <ApplicationPicker value={id ?? null} onChange={set} />,
  };
}
