import { Badge, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconDevices } from '@tabler/icons-react';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { confirm } from '../../components/confirm';
import { EmptyState } from '../../components/empty-state';
import { FormSection } from '../../components/form-section';
import { useListParams } from '../../components/list-params';
import { ResourceList, type Column } from '../../components/resource-list';
import { When } from '../../components/when';
import { sessionsQuery, type OwnSession } from './account.queries';

const CHANGED = [['account', 'sessions'], ['audit']];

/** Where the user is logged in; one session or all others can be ended. */
export function SessionsSection() {
  const params = useListParams();
  const { limit, offset } = params;
  const query = useQuery(sessionsQuery({ limit, offset }));
  const end = useChange({
    run: (id: string) => dataOf(api.DELETE('/admin/api/sessions/{id}/', { params: { path: { id } } })),
    refreshes: CHANGED,
    done: 'The session has ended',
  });
  const endOthers = useChange({
    run: () => dataOf(api.DELETE('/admin/api/sessions/')),
    refreshes: CHANGED,
    done: 'All other sessions have ended',
    quiet: true,
  });
  const columns: readonly Column<OwnSession>[] = [
    {
      title: 'Device',
      cell: ({ device, is_current }) => (
        <Group component="span" display="inline-flex" gap="xs">
          {device ?? 'Unknown'}
          {is_current && (
            <Badge variant="light" color="teal" tt="none">
              This session
            </Badge>
          )}
        </Group>
      ),
    },
    { title: 'Address', cell: ({ ip }) => <span className="mono">{ip ?? 'not known'}</span> },
    { title: 'Where', cell: ({ application_id }) => (application_id === null ? 'This console' : 'An application') },
    { title: 'Logged in', cell: ({ created_at }) => <When at={created_at} /> },
    { title: 'Ends', cell: ({ expires_at }) => <When at={expires_at} /> },
    {
      title: 'Actions',
      cell: ({ id, device, is_current }) =>
        is_current ? (
          <Text component="span" size="sm" c="dimmed">
            none
          </Text>
        ) : (
          <Button
            variant="default"
            size="xs"
            aria-label={`End the session of ${device ?? 'an unknown device'}`}
            onClick={() => end.mutate(id)}
          >
            End
          </Button>
        ),
    },
  ];
  return (
    <FormSection title="Sessions" description="Where you are logged in. End sessions that you do not recognise." isWide>
      <ResourceList
        label="Sessions"
        query={query}
        params={params}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<EmptyState title="No sessions" Icon={IconDevices} />}
      />
      <Button
        mt="md"
        variant="default"
        disabled={(query.data?.count ?? 0) < 2}
        onClick={() =>
          confirm({
            title: 'End all other sessions?',
            body: 'You stay logged in only here. Applications ask for your password again.',
            action: 'End them',
            run: () => endOthers.mutateAsync(),
          })
        }
      >
        End all others
      </Button>
    </FormSection>
  );
}
