import { useQuery, queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client';
import type { ListFilter } from './list-filters';
import { SearchSelect } from './search-select';
import { t } from '../i18n/t';

/** All applications, as an option that the keyboard can reach. */
const ALL = { id: 'all', name: t('All applications') };

/** One application; shares its cache entry with the application page. */
const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', 'one', id],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/applications/{id}/', { params: { path: { id } }, signal })),
  });

interface ApplicationPickerProps {
  label?: string;
  /** The id of one application; null for all. */
  value: string | null;
  onChange: (id: string | null) => void;
}

/** Selects one application or all; the service does the search. */
export function ApplicationPicker({ label, value, onChange }: ApplicationPickerProps) {
  const { data } = useQuery({ ...applicationQuery(value ?? ''), enabled: value !== null });
  return (
    <SearchSelect
      {...(label === undefined ? { 'aria-label': t('Application') } : { label })}
      placeholder={t('Search by name')}
      of="applications"
      find={async (query, signal) =>
        (await dataOf(api.GET('/admin/api/applications/', { params: { query }, signal }))).results
      }
      offer={({ id, name }) => ({ value: id, label: name })}
      always={[ALL]}
      isClearable={false}
      value={value === null ? ALL : (data ?? null)}
      onChange={(one) => onChange(one === null || one.id === ALL.id ? null : one.id)}
      // Typing replaces the current choice.
      onFocus={({ currentTarget }) => currentTarget.select()}
      none={t('No application matches')}
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
