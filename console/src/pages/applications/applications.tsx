import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlus } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../../components/empty-state';
import type { ListFilter } from '../../components/list-filters';
import { pageOf, useList } from '../../components/list-params';
import { ListToolbar } from '../../components/list-toolbar';
import { May } from '../../components/may';
import { PageHeader } from '../../components/page-header';
import { ResourceList, type Column } from '../../components/resource-list';
import { When } from '../../components/when';
import { applicationsQuery, type Application } from './applications.queries';
import { ApplicationBadges } from './application-badges';
import { CLIENT_TYPE_ICONS } from './client-type-icons';
import { ApplicationStatusBadge } from './application-status-badge';
import { CLIENT_TYPES, optionsOf, STATUSES } from './labels';
import { t } from '../../i18n/t';

const COLUMNS: readonly Column<Application>[] = [
  {
    id: 'name',
    title: t('Name'),
    cell: (application) => (
      <Stack gap={4} align="flex-start">
        <Group gap="xs">
          <Anchor component={Link} to={`/applications/${application.id}`} fw={600}>
            {application.name}
          </Anchor>
          <ApplicationBadges application={application} />
        </Group>
        <Text size="sm" c="dimmed">
          {t('API admin {{username}}', { username: application.api_admin.username })}
        </Text>
      </Stack>
    ),
  },
  { id: 'status', title: t('Status'), cell: ({ status }) => <ApplicationStatusBadge status={status} /> },
  {
    id: 'client_type',
    title: t('Client type'),
    cell: ({ client_type }) => {
      const Icon = CLIENT_TYPE_ICONS[client_type];
      return (
        <Group component="span" display="inline-flex" gap={6} wrap="nowrap">
          <Icon size={16} stroke={1.6} aria-hidden />
          {CLIENT_TYPES[client_type]}
        </Group>
      );
    },
  },
  { id: 'api_version', title: t('API version'), cell: ({ api_version }) => api_version },
  { id: 'last_use', title: t('Last use'), cell: ({ last_used_at }) => <When at={last_used_at} /> },
];

const FILTERS: readonly ListFilter[] = [
  { kind: 'choice', name: 'status', label: t('Status'), choices: optionsOf(STATUSES) },
];

/** All client applications. */
export function ApplicationsPage() {
  const list = useList(FILTERS);
  const query = useQuery(applicationsQuery(pageOf(list)));
  return (
    <>
      <PageHeader
        title={t('Applications')}
        description={t('The web back ends, mobile apps and browser apps that sell through this service.')}
        actions={<RegisterButton />}
      />
      <ResourceList
        label={t('Applications')}
        name="applications"
        query={query}
        params={list}
        columns={COLUMNS}
        keyOf={({ id }) => id}
        toolbar={<ListToolbar list={list} search={t('Search by name')} />}
        csv={{ path: 'applications/', asked: list.narrowed }}
        empty={
          <EmptyState
            title={t('No application is registered yet')}
            hint={t('Register the first one: it gets a key for calling the API.')}
            action={<RegisterButton />}
          />
        }
      />
    </>
  );
}

function RegisterButton() {
  return (
    <May do="applications.write">
      <Button component={Link} to="/applications/new" leftSection={<IconPlus size={16} aria-hidden />}>
        {t('Register an application')}
      </Button>
    </May>
  );
}
