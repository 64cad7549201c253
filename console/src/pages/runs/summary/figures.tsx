import { Anchor, Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney, formatNumber, formatShare } from '../../../components/format';
import type { Run, RunSummary } from '../runs.queries';

interface Figure {
  title: string;
  value: ReactNode;
  /** In the words below the value: what it was before, or what it means. */
  note?: ReactNode;
}

/** The figures of a run, compared with those of the posted run of the previous period. */
export function Figures({ run, summary }: { run: Run; summary: RunSummary }) {
  return (
    <SimpleGrid component="dl" cols={{ base: 2, sm: 3, lg: 4 }} spacing="sm" m={0}>
      {figuresOf(run, summary).map(({ title, value, note }) => (
        <Paper key={title} withBorder p="md">
          <Text component="dt" size="sm" c="dimmed">
            {title}
          </Text>
          <dd style={{ margin: 0 }}>
            <Text fz="lg" fw={650} style={{ fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}>
              {value}
            </Text>
            {note !== undefined && (
              <Text size="xs" c="dimmed">
                {note}
              </Text>
            )}
          </dd>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function figuresOf({ id, currency_code: currency, seconds }: Run, summary: RunSummary): Figure[] {
  const { previous, highest, median } = summary;
  const money = (value: number): string => formatMoney(value, currency);
  const before = (value: number | null | undefined, format: (value: number) => string): { note?: string } =>
    previous === null || value === null || value === undefined
      ? {}
      : { note: `${format(value)} in ${previous.period}` };
  return [
    { title: 'Payout', value: money(summary.payout), ...before(previous?.payout, money) },
    {
      title: 'Payout ratio',
      value: summary.payout_percent === null ? 'no volume' : formatShare(summary.payout_percent),
      ...before(previous?.payout_percent, formatShare),
    },
    {
      title: 'Commissionable volume',
      value: formatNumber(summary.commissionable_volume),
      ...before(previous?.commissionable_volume, formatNumber),
    },
    {
      title: 'Qualifying volume',
      value: formatNumber(summary.qualifying_volume),
      ...before(previous?.qualifying_volume, formatNumber),
    },
    { title: 'Members', value: formatNumber(summary.members), ...before(previous?.members, formatNumber) },
    {
      title: 'Active distributors',
      value: `${formatNumber(summary.active)} of ${formatNumber(summary.distributors)}`,
      ...before(previous?.active, formatNumber),
    },
    { title: 'Members with lines', value: formatNumber(summary.payees), ...before(previous?.payees, formatNumber) },
    {
      title: 'Taken back',
      value: money(summary.clawed_back),
      note: 'for returns of sales in posted periods',
    },
    {
      title: 'Highest earner',
      value: highest === null ? 'nobody' : money(highest.amount),
      ...(highest !== null && {
        note: (
          <Anchor component={Link} to={`/commission-runs/${id}/statements/${highest.uid}`} inherit>
            {highest.username}
          </Anchor>
        ),
      }),
    },
    { title: 'Median', value: money(median), note: 'of members who earned something' },
    { title: 'Lines', value: formatNumber(summary.lines) },
    { title: 'Duration', value: seconds === null ? 'not known' : `${formatNumber(seconds)} s` },
  ];
}
