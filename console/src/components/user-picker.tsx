import { Group, Text } from '@mantine/core';
import { api, dataOf, type Schemas } from '../api/client';
import { formatRole, inWords } from './format';
import { SearchSelect, type SearchSelectProps } from './search-select';
import { t, within } from '../i18n/t';

export type User = Schemas['UserView'];

type UserPickerProps = Omit<SearchSelectProps<User>, 'of' | 'find' | 'offer' | 'render' | 'none'>;

/** Selects one user; the service searches by username, e-mail address and name. */
export function UserPicker(props: UserPickerProps) {
  return (
    <SearchSelect
      placeholder={t('Search by username, e-mail address or name')}
      {...props}
      of="users"
      find={async (query, signal) =>
        (await dataOf(api.GET('/admin/api/users/', { params: { query }, signal }))).results
      }
      offer={({ uid, username }) => ({ value: String(uid), label: username })}
      render={(user) => <Option user={user} />}
      none={t('No user matches')}
    />
  );
}

/** Of what stands beside and below a username: the colour of the line, which differs where it is highlighted. */
const LESS = 0.85;

function Option({ user: { username, email, first_name, last_name, roles, status } }: { user: User }) {
  return (
    <div style={{ minWidth: 0 }}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {username}
        </Text>
        <Text size="xs" opacity={LESS}>
          {[
            ...roles.filter((role) => role !== 'member').map(formatRole),
            ...(status === 'active' ? [] : [within(inWords(status))]),
          ].join(', ')}
        </Text>
      </Group>
      <Text size="xs" opacity={LESS} truncate>
        {[`${first_name} ${last_name}`.trim(), email].filter((part) => part !== '').join(' · ')}
      </Text>
    </div>
  );
}
