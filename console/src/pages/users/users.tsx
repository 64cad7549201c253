import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import {
  CustomFieldFilters,
  customColumns,
  customFilterNames,
  customFilters,
  useCustomFields,
} from '../../components/custom-fields';
import { EmptyState } from '../../components/empty-state';
import { FilterSelect } from '../../components/filter-select';
import { useListParams } from '../../components/list-params';
import { May } from '../../components/may';
import { PageHeader } from '../../components/page-header';
import { ResourceList, type Column } from '../../components/resource-list';
import { SearchBox } from '../../components/search-box';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { RoleBadges } from './role-badges';
import { usersQuery, type Role, type User, type UserStatus } from './users.queries';
import { fullName, ROLES, USER_STATUSES } from './labels';

const COLUMNS: readonly Column<User>[] = [
  {
    title: 'User',
    cell: ({ uid, username, first_name, last_name }) => (
      <Stack gap={0}>
        <Anchor component={Link} to={`/users/${uid}`} fw={600}>
          {username}
        </Anchor>
        <Text size="sm" c="dimmed">
          {fullName({ first_name, last_name }) || `uid ${uid}`}
        </Text>
      </Stack>
    ),
  },
  { title: 'E-mail address', cell: ({ email }) => email },
  { title: 'Roles', cell: ({ roles }) => <RoleBadges roles={roles} /> },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Since', cell: ({ created_at }) => <When at={created_at} /> },
];

/** All users. */
export function UsersPage() {
  const fields = useCustomFields('users');
  const params = useListParams(['role', 'status', ...customFilterNames(fields)]);
  const { limit, offset, search, filters } = params;
  const role = filters.role as Role | undefined;
  const status = filters.status as UserStatus | undefined;
  const query = useQuery(
    usersQuery({
      limit,
      offset,
      ...customFilters(filters),
      ...(search && { search }),
      ...(role && { role }),
      ...(status && { status }),
    }),
  );
  return (
    <>
      <PageHeader
        title="Users"
        description="Everyone who can log in: members, who buy, and admins."
        actions={<CreateButton />}
      />
      <ResourceList
        label="Users"
        query={query}
        params={params}
        columns={[...COLUMNS, ...customColumns<User>(fields)]}
        keyOf={({ uid }) => uid}
        toolbar={
          <>
            <SearchBox label="Search by name or e-mail" value={search} onChange={params.setSearch} />
            <FilterSelect params={params} name="role" label="Role" any="Any role" data={ROLES} width={160} />
            <FilterSelect
              params={params}
              name="status"
              label="Status"
              any="Any status"
              data={USER_STATUSES}
              width={160}
            />
            <CustomFieldFilters fields={fields} params={params} />
          </>
        }
        empty={<EmptyState title="No users yet" Icon={IconUsers} action={<CreateButton />} />}
      />
    </>
  );
}

function CreateButton() {
  return (
    <May do="users.write">
      <Button component={Link} to="/users/new" leftSection={<IconPlus size={16} aria-hidden />}>
        Create a user
      </Button>
    </May>
  );
}
