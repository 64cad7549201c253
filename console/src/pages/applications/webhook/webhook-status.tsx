import { Button, Group, Stack, Text, Alert, Loader } from '@mantine/core';
import { IconPlayerPlay, IconSend } from '@tabler/icons-react';
import { useState, useEffect } from 'react';
import { api, dataOf } from '#console/api/client';
import { useChange } from '#console/api/use-change';
import { FailureAlert } from '#console/components/failure-alert';
import { FormSection } from '#console/components/form-section';
import { May } from '#console/components/may';
import { StatusBadge } from '#console/components/status-badge';
import { When } from '#console/components/when';
import { type Webhook, deliveryQuery } from './webhook.queries';
import { statusText, outcomeOf } from './webhook.labels';
import { rich } from '#console/i18n/rich';
import { t } from '#console/i18n/t';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDialog } from '#console/components/use-dialog';

/** The status of a webhook, with actions to test and enable it. */
export function WebhookStatus({ applicationId: id, webhook }: { applicationId: string; webhook: Webhook }) {
  const [testId, setTestId] = useState<string>();
  const params = { path: { id } };
  const enable = useChange({
    run: () => dataOf(api.POST('/admin/api/applications/{id}/webhook/enable/', { params })),
    refreshes: [['applications'], ['audit']],
    done: t('The webhook is enabled: events are sent again'),
  });
  const test = useChange({
    run: () => dataOf(api.POST('/admin/api/applications/{id}/webhook/test/', { params })),
    refreshes: [['applications', 'deliveries', id], ['deliveries'], ['audit']],
    onDone: (delivery) => setTestId(delivery.id),
  });
  return (
    <FormSection title={t('Status')} description={t('Whether deliveries succeed. Send a test event to check.')}>
      <Stack gap="md">
        <Group gap="sm" align="flex-start" wrap="nowrap">
          <StatusBadge status={webhook.status} />
          <Stack gap={4}>
            <Text size="sm">{statusText(webhook)}</Text>
            <Since webhook={webhook} />
          </Stack>
        </Group>
        <Group gap="sm">
          {webhook.status === 'disabled' && (
            <May do="webhooks.write">
              <Button
                leftSection={<IconPlayerPlay size={16} aria-hidden />}
                loading={enable.isPending}
                onClick={() => enable.mutate()}
              >
                {t('Enable')}
              </Button>
            </May>
          )}
          <May do="webhooks.write">
            <Button
              variant="default"
              leftSection={<IconSend size={16} aria-hidden />}
              loading={test.isPending}
              onClick={() => test.mutate()}
            >
              {t('Send a test event')}
            </Button>
          </May>
        </Group>
        {testId !== undefined && <TestOutcome key={testId} applicationId={id} deliveryId={testId} />}
      </Stack>
    </FormSection>
  );
}

function Since({ webhook: { failing_since, disabled_at } }: { webhook: Webhook }) {
  if (failing_since === null && disabled_at === null) return null;
  return (
    <Text size="sm" c="dimmed">
      {failing_since !== null && <>{rich('Failing since <when/>.', { when: <When at={failing_since} /> })} </>}
      {disabled_at !== null && <>{rich('Disabled <when/>.', { when: <When at={disabled_at} /> })}</>}
    </Text>
  );
}

/** The outcome of a test event. */
function TestOutcome({ applicationId, deliveryId }: { applicationId: string; deliveryId: string }) {
  const { data, error } = useQuery(deliveryQuery(applicationId, deliveryId));
  const client = useQueryClient();
  const dialog = useDialog('delivery');
  const attempts = data?.attempt_count ?? 0;
  useEffect(() => {
    if (attempts > 0) void client.invalidateQueries({ queryKey: ['applications', 'deliveries', applicationId] });
  }, [attempts, applicationId, client]);
  if (data === undefined && error !== null) return <FailureAlert error={error} />;
  const isWaiting = data === undefined || (data.status === 'pending' && attempts === 0);
  if (isWaiting)
    return (
      <Alert color="gray" role="status" icon={<Loader size="xs" />}>
        {t('Sending the test event…')}
      </Alert>
    );
  const hasArrived = data.status === 'delivered';
  return (
    <Alert
      color={hasArrived ? 'teal' : 'red'}
      role="status"
      title={hasArrived ? t('The test event was delivered') : t('The test event was not delivered')}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {outcomeOf(data.last_attempt)}.{data.status === 'pending' && ` ${t('It will be retried.')}`}
        </Text>
        <Button variant="default" size="xs" onClick={() => dialog.open(deliveryId)}>
          {t('Show request and response')}
        </Button>
      </Stack>
    </Alert>
  );
}
