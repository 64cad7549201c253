import { Anchor, Button, Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../../components/empty-state';
import { useListParams } from '../../components/list-params';
import { PageHeader } from '../../components/page-header';
import { ResourceList, type Column } from '../../components/resource-list';
import { SearchBox } from '../../components/search-box';
import { StatusBadge } from '../../components/status-badge';
import { When } from '../../components/when';
import { applicationsQuery, type Application, type ApplicationStatus } from './applications.queries';

const COLUMNS: readonly Column<Application>[] = [
  {
    title: 'Name',
    cell: ({ id, name, api_admin }) => (
      <Stack gap={0}>
        <Anchor component={Link} to={`/applications/${id}`} fw={600}>
          {name}
        </Anchor>
        <Text size="sm" c="dimmed">
          API admin {api_admin.username}
        </Text>
      </Stack>
    ),
  },
  { title: 'Client type', cell: ({ client_type }) => client_type },
  { title: 'Version', cell: ({ api_version }) => api_version },
  { title: 'State', cell: ({ status }) => <StatusBadge status={status} /> },
  { title: 'Last use', cell: ({ last_used_at }) => <When at={last_used_at} /> },
];

const STATES = [
  { value: 'active', label: 'Active' },
  { value: 'maintenance', label: 'In maintenance' },
  { value: 'inactive', label: 'Inactive' },
];

/** All client applications. */
export function ApplicationsPage() {
  const params = useListParams(['status']);
  const { limit, offset, search, filters } = params;
  const status = filters.status as ApplicationStatus | undefined;
  const query = useQuery(applicationsQuery({ limit, offset, ...(search && { search }), ...(status && { status }) }));
  return (
    <>
      <PageHeader
        title="Applications"
        description="The web back ends, mobile apps and browser apps that sell through this service."
        actions={<RegisterButton />}
      />
      <ResourceList
        label="Applications"
        query={query}
        params={params}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        toolbar={
          <>
            <SearchBox label="Search by name" value={search} onChange={params.setSearch} />
            <Select
              aria-label="State"
              placeholder="Any state"
              data={STATES}
              value={status ?? null}
              onChange={(value) => params.setFilter('status', value)}
              clearable
              clearButtonProps={{ 'aria-label': 'Any state' }}
              w={180}
            />
          </>
        }
        empty={
          <EmptyState
            title="No application is registered yet"
            hint="Register the first one: it gets a key with which it can call the API."
            action={<RegisterButton />}
          />
        }
      />
    </>
  );
}

function RegisterButton() {
  return (
    <Button component={Link} to="/applications/new" leftSection={<IconPlus size={16} aria-hidden />}>
      Register an application
    </Button>
  );
}
