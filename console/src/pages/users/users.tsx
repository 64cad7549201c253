import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import { customColumns, customListFilters, useCustomFields } from '../../components/custom-fields';
import { EmptyState } from '../../components/empty-state';
import type { ListFilter } from '../../components/list-filters';
import { pageOf, useList } from '../../components/list-params';
import { ListToolbar } from '../../components/list-toolbar';
import { May } from '../../components/may';
import { PageHeader } from '../../components/page-header';
import { ResourceList, type Column } from '../../components/resource-list';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { RoleBadges } from './role-badges';
import { usersQuery, type User, type UsersQuery } from './users.queries';
import { fullName, ROLES, USER_STATUSES } from './labels';

const COLUMNS: readonly Column<User>[] = [
  {
    title: 'User',
    sort: 'username',
    cell: ({ uid, username }) => (
      <Anchor component={Link} to={`/users/${uid}`} size="sm">
        {username}
      </Anchor>
    ),
  },
  { title: 'Name', cell: (user) => fullName(user) },
  { title: 'E-mail address', cell: ({ email }) => email },
  { title: 'Roles', cell: ({ roles }) => <RoleBadges roles={roles} /> },
  { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Since', sort: '-created_at', cell: ({ created_at }) => <When at={created_at} /> },
  { title: 'Country', cell: ({ country_code }) => country_code },
];

const FILTERS: readonly ListFilter[] = [
  { kind: 'choice', name: 'role', label: 'Role', choices: ROLES },
  { kind: 'choice', name: 'status', label: 'Status', choices: USER_STATUSES },
  { kind: 'days', label: 'Since', names: ['from', 'to'] },
  { kind: 'text', name: 'country_code', label: 'Country' },
];

/** All users. */
export function UsersPage() {
  const fields = useCustomFields('users');
  const list = useList([...FILTERS, ...customListFilters(fields)], '-created_at');
  const query = useQuery(usersQuery(pageOf<UsersQuery>(list)));
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
        params={list}
        columns={[...COLUMNS, ...customColumns<User>(fields)]}
        keyOf={({ uid }) => uid}
        toolbar={<ListToolbar list={list} search="Search by name or e-mail" csv="users/" />}
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
