import { Alert, Button, Loader, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { describeFailure } from '../../../api/failure';
import { useDialog } from '../../../components/use-dialog';
import { deliveryQuery } from './webhook.queries';
import { outcomeOf } from './webhook.labels';
import { t } from '../../../i18n/t';

/** The outcome of a test event. */
export function TestOutcome({ applicationId, deliveryId }: { applicationId: string; deliveryId: string }) {
  const { data, error } = useQuery(deliveryQuery(applicationId, deliveryId));
  const client = useQueryClient();
  const dialog = useDialog('delivery');
  const attempts = data?.attempt_count ?? 0;
  useEffect(() => {
    if (attempts > 0) void client.invalidateQueries({ queryKey: ['applications', 'deliveries', applicationId] });
  }, [attempts, applicationId, client]);
  if (data === undefined && error !== null)
    return (
      <Alert color="red" role="alert">
        {describeFailure(error)}
      </Alert>
    );
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
