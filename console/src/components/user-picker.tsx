import { Group, Loader, Select, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, dataOf, type Schemas } from '../api/client';
import { formatRole } from './format';

export type User = Schemas['UserView'];

const SHOWN = 20;
const DELAY_MS = 200;

/** The first users that a search finds. */
const foundUsersQuery = (search: string) =>
  queryOptions({
    queryKey: ['users', 'picker', search],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/users/', { params: { query: { limit: SHOWN, ...(search && { search }) } }, signal })),
    placeholderData: keepPreviousData,
  });

interface UserPickerProps {
  label: string;
  description?: string;
  error?: string;
  value: User | null;
  onChange: (user: User | null) => void;
}

/** Picks one user of any number of them: the service searches by username, e-mail address and name. */
export function UserPicker({ label, description, error, value, onChange }: UserPickerProps) {
  const [typed, setTyped] = useState('');
  const isChosen = value !== null && typed === value.username;
  const [search] = useDebouncedValue(isChosen ? '' : typed.trim(), DELAY_MS);
  const { data, isFetching } = useQuery(foundUsersQuery(search));
  const found = data?.results ?? [];
  const users = value === null || found.some(({ uid }) => uid === value.uid) ? found : [value, ...found];
  return (
    <Select
      label={label}
      description={description}
      error={error}
      placeholder="Search by username, e-mail address or name"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      data={users.map(({ uid, username }) => ({ value: String(uid), label: username }))}
      value={value === null ? null : String(value.uid)}
      onChange={(uid) => onChange(users.find((user) => String(user.uid) === uid) ?? null)}
      searchValue={typed}
      onSearchChange={setTyped}
      // The service has searched already.
      filter={({ options }) => options}
      renderOption={({ option }) => <Option user={users.find(({ uid }) => String(uid) === option.value)!} />}
      nothingFoundMessage={isFetching ? 'Searching…' : 'Nobody matches'}
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
            ...(status === 'active' ? [] : [status]),
          ].join(', ')}
        </Text>
      </Group>
      <Text size="xs" c="dimmed" truncate>
        {email}
      </Text>
    </div>
  );
}
