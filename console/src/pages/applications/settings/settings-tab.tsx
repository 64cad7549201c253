import { Stack } from '@mantine/core';
import { May } from '#console/components/may';
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
      <May do="applications.write">
        <StatusSection application={application} />
      </May>
      <ApiAdminSection application={application} />
      <SettingsForm key={application.id} application={application} />
      <May do="applications.write">
        <DeleteSection application={application} />
      </May>
    </Stack>
  );
}
