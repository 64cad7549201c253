import { Button, Group, Modal, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconRotate } from '@tabler/icons-react';
import { api, dataOf } from '../../../api/client';
import { useChange } from '../../../api/use-change';
import { CopyText } from '../../../components/copy-text';
import { FailureState } from '../../../components/failure-state';
import { DescriptionList } from '../../../components/description-list';
import { May } from '../../../components/may';
import { StatusBadge } from '../../../components/status-badge';
import type { Dialog } from '../../../components/use-dialog';
import { When } from '../../../components/when';
import { AttemptList } from './attempt-list';
import { deliveryQuery } from './webhook.queries';
import { t } from '../../../i18n/t';

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
      ),
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
          [t('Status'), <StatusBadge key={status} status={status} />],
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
