import { Group, Loader, Select, Text, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf, type Schemas } from '../api/client';
import { formatRole, inWords } from './format';
import { t, within } from '../i18n/t';

export type User = Schemas['UserView'];

const SHOWN = 20;
const DELAY_MS = 200;

/** The first users that match a search. */
const foundUsersQuery = (search: string) =>
  queryOptions({
    queryKey: ['users', 'picker', search],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/users/', { params: { query: { limit: SHOWN, ...(search && { search }) } }, signal })),
    placeholderData: keepPreviousData,
  });

interface UserPickerProps {
  /** Above the field. */
  label?: string;
  /** For screen readers, next to fields without labels. */
  'aria-label'?: string;
  placeholder?: string;
  description?: string;
  error?: string;
  withAsterisk?: boolean;
  w?: SelectProps['w'];
  value: User | null;
  onChange: (user: User | null) => void;
}

/** Selects one user; the service searches by username, e-mail address and name. */
export function UserPicker({
  placeholder = t('Search by username, e-mail address or name'),
  value,
  onChange,
  ...field
}: UserPickerProps) {
  const [typed, setTyped] = useState('');
  const isChosen = value !== null && typed === value.username;
  const [search] = useDebouncedValue(isChosen ? '' : typed.trim(), DELAY_MS);
  const { data, isFetching } = useQuery(foundUsersQuery(search));
  const found = data?.results ?? [];
  const users = value === null || found.some(({ uid }) => uid === value.uid) ? found : [value, ...found];
  return (
    <Select
      {...field}
      placeholder={placeholder}
      searchable
      // A form that puts the focus on a field with a mistake does not cover what it says about it.
      openOnFocus={false}
      clearable
      clearButtonProps={{
        'aria-label': t('Clear {{label}}', { label: within(field.label ?? field['aria-label'] ?? t('User')) }),
      }}
      data={users.map(({ uid, username }) => ({ value: String(uid), label: username }))}
      value={value === null ? null : String(value.uid)}
      onChange={(uid) => onChange(users.find((user) => String(user.uid) === uid) ?? null)}
      searchValue={typed}
      onSearchChange={setTyped}
      // The service has already filtered.
      filter={({ options }) => options}
      renderOption={({ option }) => <Option user={users.find(({ uid }) => String(uid) === option.value)!} />}
      nothingFoundMessage={isFetching ? t('Searching…') : t('No user matches')}
      rightSection={isFetching ? <Loader size={16} aria-hidden /> : undefined}
      maxDropdownHeight={320}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}

function Option({ user: { username, email, roles, status } }: { user: User }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {username}
        </Text>
        <Text size="xs" c="dimmed">
          {[
            ...roles.filter((role) => role !== 'member').map(formatRole),
            ...(status === 'active' ? [] : [within(inWords(status))]),
          ].join(', ')}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" truncate>
        {email}
      </Text>
    </div>
  );
}
