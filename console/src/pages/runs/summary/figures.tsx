import { Anchor, Paper, SimpleGrid, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Delta, differenceOf } from '#console/components/delta';
import { formatMoney, formatNumber, periodInWords } from '#console/components/format';
import type { Run, RunSummary } from '../runs.queries';
import { t } from '#console/i18n/t';

interface Figure {
  title: string;
  value: ReactNode;
  /** Below the value: the difference to before, or what it means. */
  note?: ReactNode;
}

/** The figures of a run beside its payout, compared with those of the posted run of the previous period. */
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
              <Text component="div" size="xs" c="dimmed">
                {note}
              </Text>
            )}
          </dd>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

function figuresOf({ id, currency_code: currency }: Run, summary: RunSummary): Figure[] {
  const { previous, highest, median } = summary;
  const money = (value: number): string => formatMoney(value, currency);
  const against = (
    value: number,
    was: number | undefined,
    format: (value: number) => string = formatNumber,
  ): { note?: ReactNode } =>
    was === undefined
      ? {}
      : {
          note: (
            <>
              <Delta value={differenceOf(value, was)} format={format} />{' '}
              {`${periodInWords(previous!.period)}: ${format(was)}`}
            </>
          ),
        };
  const counts = [
    [t('Commissionable volume'), 'commissionable_volume'],
    [t('Qualifying volume'), 'qualifying_volume'],
    [t('Members'), 'members'],
    [t('Members with lines'), 'payees'],
  ] as const;
  return [
    ...counts.map(([title, name]) => ({
      title,
      value: formatNumber(summary[name]),
      ...against(summary[name], previous?.[name]),
    })),
    {
      title: t('Active distributors'),
      value: t('{{active}} of {{all}}', {
        active: formatNumber(summary.active),
        all: formatNumber(summary.distributors),
      }),
      ...against(summary.active, previous?.active),
    },
    {
      title: t('Taken back for returns'),
      value: money(summary.clawed_back),
      ...against(summary.clawed_back, previous?.clawed_back, money),
    },
    {
      title: t('Highest earner'),
      value: highest === null ? t('nobody') : money(highest.amount),
      ...(highest !== null && {
        note: (
          <Anchor component={Link} to={`/commission-runs/${id}/statements/${highest.uid}`} inherit>
            {highest.username}
          </Anchor>
        ),
      }),
    },
    { title: t('Median of who earned something'), value: money(median), ...against(median, previous?.median, money) },
  ];
}
