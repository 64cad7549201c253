import { Stack } from '@mantine/core';
import { useApplication } from '../use-application';
import { ApiAdminSection } from './api-admin-section';
import { DeleteSection } from './delete-section';
import { SettingsForm } from './settings-form';
import { StatusSection } from './status-section';

/** The tab “Settings” of an application. */
export function SettingsTab() {
  const application = useApplication();
  return (
    <Stack gap="lg">
      <StatusSection application={application} />
      <ApiAdminSection application={application} />
      <SettingsForm key={application.id} application={application} />
      <DeleteSection application={application} />
    </Stack>
  );
}
