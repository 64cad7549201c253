import { Anchor, SimpleGrid, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useMay } from '../../api/permissions';
import { ChartCard } from '../../components/chart/chart-card';
import { formatNumber } from '../../components/format';
import { localTimeOf } from '../../components/local-time';
import type { Traffic } from './requests.queries';
import { Shares } from './shares';
import { coloredShares, errorSeries, latencySeries, requestSeries, stepsOf } from './traffic.series';
import { errorsNote, formatLatency, latencyNote, requestsNote } from './traffic.format';
import { t } from '../../i18n/t';

const HIGH = 240;
const LOW = 190;

interface TrafficChartsProps {
  traffic: Traffic;
  /** Whether it is filtered by one application. */
  isOfOne: boolean;
}

/** Three charts of the same steps, with a shared highlight. */
export function TrafficCharts({ traffic, isOfOne }: TrafficChartsProps) {
  const [reading, setReading] = useState<number | null>(null);
  const { steps, shares, requests, errors, latency } = useMemo(() => {
    const shares = coloredShares(traffic);
    return {
      steps: stepsOf(traffic),
      shares,
      requests: requestSeries(shares),
      errors: errorSeries(traffic),
      latency: latencySeries(traffic),
    };
  }, [traffic]);
  const { totals } = traffic;
  const mayRead = useMay()('requests.read');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const errorCount = formatNumber(totals.client_errors + totals.server_errors);
  const refusedAt = (from: number, to: number): string => {
    const query = new URLSearchParams({ from: localTimeOf(from), to: localTimeOf(to) });
    const application = params.get('application');
    if (application !== null) query.set('application', application);
    return `/requests/refused?${query.toString()}`;
  };
  const shared = { steps, active: reading, onActive: setReading };
  return (
    <Stack gap="md">
      <ChartCard
        {...shared}
        label={t('Requests')}
        figure={formatNumber(totals.requests)}
        note={requestsNote(traffic)}
        series={requests}
        form="columns"
        height={HIGH}
        nothing={t('No requests')}
        legend={isOfOne ? undefined : <Shares shares={shares} total={totals.requests} />}
      />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <ChartCard
          {...shared}
          label={t('Errors')}
          figure={
            mayRead ? (
              <Anchor component={Link} to={refusedAt(steps.starts[0]!, Date.parse(traffic.to))} inherit c="inherit">
                {errorCount}
              </Anchor>
            ) : (
              errorCount
            )
          }
          {...(mayRead && {
            onPick: (index: number) =>
              void navigate(refusedAt(steps.starts[index]!, steps.starts[index]! + steps.seconds * 1_000)),
          })}
          note={errorsNote(traffic)}
          series={errors}
          form="columns"
          height={LOW}
          nothing={t('No errors')}
        />
        <ChartCard
          {...shared}
          label={t('Response time')}
          figure={formatLatency(totals.latency_p95_ms)}
          note={latencyNote(traffic)}
          series={latency}
          form="lines"
          unit={'\u00a0ms'}
          height={LOW}
          nothing={t('No requests')}
        />
      </SimpleGrid>
    </Stack>
  );
}
