import { Alert, Box, Button, Card, Group, SegmentedControl, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ApplicationPicker } from '../../components/application-picker';
import { EmptyState } from '../../components/empty-state';
import { FailureState } from '../../components/failure-state';
import { trafficQuery } from './requests.queries';
import { TrafficCharts } from './traffic-charts';
import { isPeriod, PERIODS, useTrafficParams, type TrafficParams } from './traffic-params';
import { t } from '../../i18n/t';

const CHOICES = Object.entries(PERIODS).map(([value, { label }]) => ({ value, label }));

/** Traffic of applications: requests, errors and response times. */
export function Traffic() {
  const params = useTrafficParams();
  const { period, applicationId, setPeriod, setApplication } = params;
  return (
    <section aria-labelledby="traffic">
      <Group justify="space-between" gap="sm" mb="md">
        <Title order={2} id="traffic">
          {t('Traffic')}
        </Title>
        <Group gap="sm" w={{ base: '100%', sm: 'auto' }}>
          <ApplicationPicker value={applicationId} onChange={setApplication} />
          <SegmentedControl
            aria-label={t('Period')}
            transitionDuration={0}
            value={period}
            onChange={(value) => isPeriod(value) && setPeriod(value)}
            data={CHOICES}
            w={{ base: '100%', sm: 'auto' }}
          />
        </Group>
      </Group>
      <TrafficContent params={params} />
    </section>
  );
}

function TrafficContent({ params: { period, applicationId, setPeriod, setApplication } }: { params: TrafficParams }) {
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(trafficQuery(period, applicationId));
  if (isPending) return <LoadingSkeleton />;
  if (data === undefined)
    return (
      <Stack align="flex-start">
        <FailureState error={error} onRetry={() => void refetch()} />
        {applicationId !== null && (
          <Button variant="default" onClick={() => setApplication(null)}>
            {t('Show all applications')}
          </Button>
        )}
      </Stack>
    );
  if (data.totals.requests === 0 && !isPlaceholderData)
    return (
      <Card withBorder padding={0}>
        <EmptyState
          title={t('No requests in {{range}}', { range: PERIODS[period].words })}
          Icon={IconActivity}
          hint={t('API requests of applications appear here after a few seconds.')}
          action={
            period === 'month' ? undefined : (
              <Button variant="default" onClick={() => setPeriod('month')}>
                {t('Show the last 30 days')}
              </Button>
            )
          }
        />
      </Card>
    );
  return (
    <Stack gap="md">
      {error !== null && (
        <Alert color="yellow" role="status">
          {t('The figures could not be refreshed and may be out of date.')}
        </Alert>
      )}
      <Box style={{ opacity: isPlaceholderData ? 0.6 : 1 }} aria-busy={isPlaceholderData}>
        <TrafficCharts traffic={data} isOfOne={applicationId !== null} />
      </Box>
    </Stack>
  );
}

function LoadingSkeleton() {
  return (
    <Stack gap="md" role="status" aria-label={t('Loading the traffic')}>
      <Skeleton height={420} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <Skeleton height={330} />
        <Skeleton height={330} />
      </SimpleGrid>
    </Stack>
  );
}
