import { Stack } from '@mantine/core';
import { useApplication } from '../use-application';
import { DeliveryLog } from './delivery-log';
import { SecretSection } from './secret-section';
import { WebhookForm } from './webhook-form';
import { WebhookStatus } from './webhook-status';

/** The tab “Webhook” of an application: status, URL and events, secret, and deliveries. */
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
