import { Stack } from '@mantine/core';
import { useApplication } from '../use-application';
import { DeliveryLog } from './delivery-log';
import { SecretSection } from './secret-section';
import { WebhookForm } from './webhook-form';
import { WebhookStatus } from './webhook-status';

/** The tab “Webhook” of an application: where its events go, how that goes, the secret, and every delivery. */
export function WebhookTab() {
  const application = useApplication();
  const { id, webhook } = application;
  return (
    <Stack gap="lg">
      {webhook !== null && <WebhookStatus applicationId={id} webhook={webhook} />}
      <WebhookForm application={application} />
      {webhook !== null && <SecretSection applicationId={id} />}
      <DeliveryLog applicationId={id} webhook={webhook} />
    </Stack>
  );
}
