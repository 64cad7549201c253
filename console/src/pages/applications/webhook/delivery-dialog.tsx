import { Button, Group, Modal, Skeleton, Stack, Text, Title, Badge, Card } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconRotate } from '@tabler/icons-react';
import { api, dataOf } from '#console/api/client';
import { useChange } from '#console/api/use-change';
import { CopyText } from '#console/components/copy-text';
import { FailureState } from '#console/components/failure-state';
import { DescriptionList } from '#console/components/description-list';
import { May } from '#console/components/may';
import { StatusBadge } from '#console/components/status-badge';
import type { Dialog } from '#console/components/use-dialog';
import { When } from '#console/components/when';
import { deliveryQuery, watchResent, type Attempt } from './webhook.queries';
import { shownStatus } from './webhook.labels';
import { t } from '#console/i18n/t';
import { formatNumber } from '#console/components/format';
import { rich } from '#console/i18n/rich';

/** One delivery: its status, payload and attempts, and a button to send it again. */
export function DeliveryDialog({ applicationId, dialog }: { applicationId: string; dialog: Dialog }) {
  return (
    <Modal opened={dialog.isOpen && dialog.subject !== null} onClose={dialog.close} title={t('Delivery')} size="xl">
      {dialog.subject !== null && (
        <DeliveryDetails key={dialog.subject} applicationId={applicationId} deliveryId={dialog.subject} />
      )}
    </Modal>
  );
}

function DeliveryDetails({ applicationId: id, deliveryId }: { applicationId: string; deliveryId: string }) {
  const { data, error, isPending, refetch } = useQuery(deliveryQuery(id, deliveryId));
  const again = useChange({
    run: () =>
      dataOf(
        api.POST('/admin/api/applications/{id}/deliveries/{delivery_id}/redeliver/', {
          params: { path: { id, delivery_id: deliveryId } },
        }),
      ).then(watchResent),
    refreshes: [
      ['applications', 'delivery', id, deliveryId],
      ['applications', 'deliveries', id],
      ['applications', 'one', id],
      ['deliveries'],
      ['audit'],
    ],
    done: t('The event is being sent again'),
  });
  if (isPending) return <Skeleton height={320} role="status" aria-label={t('Loading the delivery')} />;
  if (data === undefined) return <FailureState error={error} onRetry={() => void refetch()} />;
  const { event_type, event_id, status, created_at, finished_at, next_attempt_at, attempts, payload } = data;
  return (
    <Stack gap="lg">
      <DescriptionList
        entries={[
          [
            t('Event'),
            <span key="type" className="mono">
              {event_type}
            </span>,
          ],
          [t('Status'), <StatusBadge key={status} status={shownStatus(data)} />],
          [t('Happened'), <When key={created_at} at={created_at} />],
          status === 'pending'
            ? [t('Next attempt'), <When key="next" at={next_attempt_at} never={t('as soon as possible')} />]
            : [t('Finished'), <When key="finished" at={finished_at} />],
          [
            t('Event id (webhook-id header)'),
            <span key="id" className="mono">
              {event_id}
            </span>,
          ],
        ]}
      />
      <Group>
        <May do="deliveries.write">
          <Button
            leftSection={<IconRotate size={16} aria-hidden />}
            loading={again.isPending}
            onClick={() => again.mutate()}
          >
            {status === 'pending' ? t('Send now') : t('Send again')}
          </Button>
        </May>
      </Group>
      <Stack component="section" gap="xs" aria-label={t('Attempts')}>
        <Title order={3} size="h5">
          {t('Attempts')}
        </Title>
        {attempts.length === 0 ? <Text c="dimmed">{t('None yet.')}</Text> : <AttemptList attempts={attempts} />}
      </Stack>
      <Stack component="section" gap="xs" aria-label={t('Payload')}>
        <Title order={3} size="h5">
          {t('Payload')}{' '}
        </Title>
        <CopyText value={JSON.stringify(payload, null, 2)} label={t('the payload')} isBlock />
      </Stack>
    </Stack>
  );
}

/** The attempts of a delivery, newest first: time, duration and response. */
function AttemptList({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <Stack component="ol" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
      {[...attempts].reverse().map((attempt) => (
        <AttemptCard key={attempt.number} attempt={attempt} />
      ))}
    </Stack>
  );
}

function AttemptCard({ attempt }: { attempt: Attempt }) {
  const { number, started_at, duration_ms, status_code, error, response } = attempt;
  const hasWorked = status_code !== null && status_code >= 200 && status_code < 300;
  return (
    <Card component="li" withBorder padding="sm">
      <Group gap="sm" justify="space-between">
        <Group gap="sm">
          <Text size="sm" fw={600}>
            {t('Attempt {{number}}', { number: formatNumber(number) })}
          </Text>
          <Badge variant="light" color={hasWorked ? 'teal' : 'red'} tt="none">
            {status_code === null ? t('No response') : t('Status {{status_code}}', { status_code })}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed" component="div">
          {rich('<when/>, took {{duration_ms}} ms', {
            when: <When at={started_at} />,
            duration_ms: formatNumber(Math.round(duration_ms)),
          })}
        </Text>
      </Group>
      {error !== null && (
        <Text size="sm" mt="xs">
          {error}
        </Text>
      )}
      {response !== null && response !== '' && (
        <pre
          className="mono copy-text"
          style={{ marginTop: 'var(--mantine-spacing-xs)' }}
          tabIndex={0}
          role="region"
          aria-label={t('Response to attempt {{number}}', { number })}
        >
          {response}
        </pre>
      )}
    </Card>
  );
}
