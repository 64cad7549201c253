import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlayerPlay, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { api, dataOf } from '../../../api/client';
import { useChange } from '../../../api/use-change';
import { FormSection } from '../../../components/form-section';
import { May } from '../../../components/may';
import { StatusBadge } from '../../../components/status-badge';
import { When } from '../../../components/when';
import { TestOutcome } from './test-outcome';
import type { Webhook } from './webhook.queries';
import { statusText } from './webhook.labels';
import { rich } from '../../../i18n/rich';
import { t } from '../../../i18n/t';

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
