import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPlay, IconPower, IconTool } from '@tabler/icons-react';
import { confirm } from '../../../components/confirm';
import { FormSection } from '../../../components/form-section';
import { useDialog } from '../../../components/use-dialog';
import type { Application, ApplicationStatus } from '../applications.queries';
import { ApplicationStatusBadge } from '../application-status-badge';
import { useApplicationChange } from '../use-application-change';
import { MaintenanceDialog } from './maintenance-dialog';

const MEANING: Readonly<Record<ApplicationStatus, string>> = {
  active: 'Requests with its keys are answered.',
  maintenance:
    'Requests with its keys are refused for now (400 Under Maintenance), with the message below. Webhooks go on.',
  inactive:
    'Requests with its keys are refused (400 Inactive APIKEY). Webhook deliveries wait until it is active again.',
};

/** Whether an application is served, and the ways from one status to another. */
export function StatusSection({ application }: { application: Application }) {
  const { id, name, status, maintenance_message } = application;
  const maintenance = useDialog('maintenance');
  const activate = useApplicationChange(id, { done: `${name} is active` });
  const deactivate = useApplicationChange(id, { done: `${name} is inactive`, quiet: true });
  const askToDeactivate = (): void =>
    confirm({
      title: `Deactivate ${name}?`,
      body: 'Within 2 seconds every request with any of its keys is refused, and webhook deliveries wait. Its keys and sessions stay: activate it again, and everything goes on.',
      action: 'Deactivate',
      run: () => deactivate.mutateAsync({ status: 'inactive' }),
    });
  return (
    <FormSection title="Status" description="Whether the service answers this application.">
      <Stack gap="md">
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <ApplicationStatusBadge status={status} />
          <Text size="sm">{MEANING[status]}</Text>
        </Group>
        {status === 'maintenance' && (
          <Text component="blockquote" size="sm" m={0} pl="md" className="quote">
            {maintenance_message ?? 'the application key is in maintenance mode'}
          </Text>
        )}
        <Group gap="sm">
          {status !== 'active' && (
            <Button
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              loading={activate.isPending}
              onClick={() => activate.mutate({ status: 'active' })}
            >
              {status === 'maintenance' ? 'End maintenance' : 'Activate'}
            </Button>
          )}
          {status !== 'inactive' && (
            <Button
              variant="default"
              leftSection={<IconTool size={16} aria-hidden />}
              onClick={() => maintenance.open()}
            >
              {status === 'maintenance' ? 'Change the message' : 'Start maintenance'}
            </Button>
          )}
          {status !== 'inactive' && (
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              leftSection={<IconPower size={16} aria-hidden />}
              onClick={askToDeactivate}
            >
              Deactivate
            </Button>
          )}
        </Group>
      </Stack>
      <MaintenanceDialog application={application} dialog={maintenance} />
    </FormSection>
  );
}
