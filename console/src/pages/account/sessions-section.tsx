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
import { t } from '../../i18n/t';

const CHANGED = [['account', 'sessions'], ['audit']];

/** Where the user is logged in; one session or all others can be ended. */
export function SessionsSection() {
  const params = useListParams();
  const { limit, offset } = params;
  const query = useQuery(sessionsQuery({ limit, offset }));
  const end = useChange({
    run: (id: string) => dataOf(api.DELETE('/admin/api/sessions/{id}/', { params: { path: { id } } })),
    refreshes: CHANGED,
    done: t('The session has ended'),
  });
  const endOthers = useChange({
    run: () => dataOf(api.DELETE('/admin/api/sessions/')),
    refreshes: CHANGED,
    done: t('All other sessions have ended'),
    quiet: true,
  });
  const columns: readonly Column<OwnSession>[] = [
    {
      title: t('Device'),
      cell: ({ device, is_current }) => (
        <Group component="span" display="inline-flex" gap="xs">
          {device ?? t('Unknown')}
          {is_current && (
            <Badge variant="light" color="teal" tt="none">
              {t('This session')}
            </Badge>
          )}
        </Group>
      ),
    },
    { title: t('Address'), cell: ({ ip }) => <span className="mono">{ip ?? t('not known')}</span> },
    {
      title: t('Where'),
      cell: ({ application_id }) => (application_id === null ? t('This console') : t('An application')),
    },
    { title: t('Logged in'), cell: ({ created_at }) => <When at={created_at} /> },
    { title: t('Ends'), cell: ({ expires_at }) => <When at={expires_at} /> },
    {
      title: t('Actions'),
      cell: ({ id, device, is_current }) =>
        is_current ? (
          <Text component="span" size="sm" c="dimmed">
            {t('none')}
          </Text>
        ) : (
          <Button
            variant="default"
            size="xs"
            aria-label={t('End the session of {{device}}', { device: device ?? t('an unknown device') })}
            onClick={() => end.mutate(id)}
          >
            {t('End')}
          </Button>
        ),
    },
  ];
  return (
    <FormSection
      title={t('Sessions')}
      description={t('Where you are logged in. End sessions that you do not recognise.')}
      isWide
    >
      <ResourceList
        label={t('Sessions')}
        query={query}
        params={params}
        columns={columns}
        keyOf={({ id }) => id}
        empty={<EmptyState title={t('No sessions')} Icon={IconDevices} />}
      />
      <Button
        mt="md"
        variant="default"
        disabled={(query.data?.count ?? 0) < 2}
        onClick={() =>
          confirm({
            title: t('End all other sessions?'),
            body: t('You stay logged in only here. Applications ask for your password again.'),
            action: t('End them'),
            run: () => endOthers.mutateAsync(),
          })
        }
      >
        {t('End all others')}
      </Button>
    </FormSection>
  );
}
