import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPlay, IconPower, IconTool } from '@tabler/icons-react';
import { confirm } from '#console/components/confirm';
import { FormSection } from '#console/components/form-section';
import { useDialog } from '#console/components/use-dialog';
import type { Application, ApplicationStatus } from '../applications.queries';
import { ApplicationStatusBadge } from '../application-status-badge';
import { useApplicationChange } from '../use-application-change';
import { MaintenanceDialog } from './maintenance-dialog';
import { t } from '#console/i18n/t';

const STATUS_TEXTS: Readonly<Record<ApplicationStatus, string>> = {
  active: t('Requests with its keys are accepted.'),
  maintenance: t(
    'Requests with its keys are rejected (400 Under Maintenance) with the message below. Webhooks are still sent.',
  ),
  inactive: t(
    'Requests with its keys are rejected (400 Inactive APIKEY). Webhook deliveries are paused until it is active again.',
  ),
};

/** The status of an application, and actions to change it. */
export function StatusSection({ application }: { application: Application }) {
  const { id, name, status, maintenance_message } = application;
  const maintenance = useDialog('maintenance');
  const activate = useApplicationChange(id, { done: t('{{name}} is active', { name }) });
  const deactivate = useApplicationChange(id, { done: t('{{name}} is inactive', { name }), quiet: true });
  const askToDeactivate = (): void =>
    confirm({
      title: t('Deactivate {{name}}?', { name }),
      body: t(
        'Within 2 seconds every request with any of its keys is rejected, and webhook deliveries are paused. Its keys and sessions are kept: when you activate it again, everything resumes.',
      ),
      action: t('Deactivate'),
      run: () => deactivate.mutateAsync({ status: 'inactive' }),
    });
  return (
    <FormSection title={t('Status')} description={t('Whether requests of this application are accepted.')}>
      <Stack gap="md">
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <ApplicationStatusBadge status={status} />
          <Text size="sm">{STATUS_TEXTS[status]}</Text>
        </Group>
        {status === 'maintenance' && (
          <Text component="blockquote" size="sm" m={0} pl="md" className="quote">
            {maintenance_message ?? t('the application key is in maintenance mode')}
          </Text>
        )}
        <Group gap="sm">
          {status !== 'active' && (
            <Button
              leftSection={<IconPlayerPlay size={16} aria-hidden />}
              loading={activate.isPending}
              onClick={() => activate.mutate({ status: 'active' })}
            >
              {status === 'maintenance' ? t('End maintenance') : t('Activate')}
            </Button>
          )}
          {status !== 'inactive' && (
            <Button
              variant="default"
              leftSection={<IconTool size={16} aria-hidden />}
              onClick={() => maintenance.open()}
            >
              {status === 'maintenance' ? t('Change the message') : t('Start maintenance')}
            </Button>
          )}
          {status !== 'inactive' && (
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              leftSection={<IconPower size={16} aria-hidden />}
              onClick={askToDeactivate}
            >
              {t('Deactivate')}
            </Button>
          )}
        </Group>
      </Stack>
      <MaintenanceDialog application={application} dialog={maintenance} />
    </FormSection>
  );
}
