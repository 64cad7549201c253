import { Button } from '@mantine/core';
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
import { UserLink } from '../../components/person';
import { ResourceList, type Column } from '../../components/resource-list';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { RoleBadges } from './role-badges';
import { usersQuery, type User, type UsersQuery } from './users.queries';
import { fullName, ROLES, USER_STATUSES } from './labels';
import { t } from '../../i18n/t';

const COLUMNS: readonly Column<User>[] = [
  {
    id: 'user',
    title: t('User'),
    sort: 'username',
    cell: ({ uid, username }) => <UserLink uid={uid} name={username} size="sm" />,
  },
  { id: 'name', title: t('Name'), cell: (user) => fullName(user) },
  { id: 'e_mail_address', title: t('E-mail address'), cell: ({ email }) => email },
  { id: 'roles', title: t('Roles'), cell: ({ roles }) => <RoleBadges roles={roles} /> },
  { id: 'status', title: t('Status'), cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'since', title: t('Since'), sort: '-created_at', cell: ({ created_at }) => <When at={created_at} /> },
  { id: 'country', title: t('Country'), cell: ({ country_code }) => country_code },
];

const FILTERS: readonly ListFilter[] = [
  { kind: 'choice', name: 'role', label: t('Role'), choices: ROLES },
  { kind: 'choice', name: 'status', label: t('Status'), choices: USER_STATUSES },
  { kind: 'days', label: t('Since'), names: ['from', 'to'] },
  { kind: 'text', name: 'country_code', label: t('Country') },
];

/** All users. */
export function UsersPage() {
  const fields = useCustomFields('users');
  const list = useList([...FILTERS, ...customListFilters(fields)], '-created_at');
  const query = useQuery(usersQuery(pageOf<UsersQuery>(list)));
  return (
    <>
      <PageHeader
        title={t('Users')}
        description={t('Everyone who can log in: members, who buy, and admins.')}
        actions={<CreateButton />}
      />
      <ResourceList
        label={t('Users')}
        name="users"
        query={query}
        params={list}
        columns={[...COLUMNS, ...customColumns<User>(fields)]}
        keyOf={({ uid }) => uid}
        toolbar={<ListToolbar list={list} search={t('Search by name or e-mail')} />}
        csv={{ path: 'users/', asked: list.narrowed }}
        empty={<EmptyState title={t('No users yet')} Icon={IconUsers} action={<CreateButton />} />}
      />
    </>
  );
}

function CreateButton() {
  return (
    <May do="users.write">
      <Button component={Link} to="/users/new" leftSection={<IconPlus size={16} aria-hidden />}>
        {t('Create a user')}
      </Button>
    </May>
  );
}
