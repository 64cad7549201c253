import { Card, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Trend } from '#console/components/chart/trend';
import { Delta, differenceOf } from '#console/components/delta';
import { formatMoney, formatPoints, formatShare, periodInWords } from '#console/components/format';
import type { Bridge, Run, RunSummary } from '../runs.queries';
import classes from './hero.module.css';
import { t, locale } from '#console/i18n/t';

interface HeroProps {
  run: Run;
  summary: RunSummary;
  /** Undefined while it is loaded. */
  bridge: Bridge | undefined;
}

/** What a run is about: the payout and its ratio, beside those of the period before and of half a year. */
export function Hero({ run: { currency_code: currency }, summary, bridge }: HeroProps) {
  const { payout, payout_percent: ratio } = summary;
  const before = bridge?.before ?? null;
  const money = (value: number): string => formatMoney(value, currency);
  const points =
    before === null || before.payout_percent === null || ratio === null
      ? null
      : differenceOf(ratio, before.payout_percent);
  return (
    <Card component="section" withBorder padding="lg" aria-label={t('Payout')}>
      <div className={classes.hero}>
        <dl className={classes.figures}>
          <Figure name={t('Payout')} value={money(payout)} isMain>
            {before !== null && (
              <Against period={before.period} was={money(before.payout)}>
                <Delta value={differenceOf(payout, before.payout)} format={money} />
                {before.payout > 0 && ` (${percentChange(payout, before.payout)})`}
              </Against>
            )}
          </Figure>
          <Figure name={t('Payout ratio')} value={ratio === null ? t('no volume') : formatShare(ratio)}>
            {points !== null && (
              <Against period={before!.period} was={formatShare(before!.payout_percent!)}>
                <Delta value={points} format={formatPoints} />
              </Against>
            )}
          </Figure>
        </dl>
        {bridge !== undefined && bridge.periods.length > 1 && (
          <Trend
            label={t('Payout by period')}
            points={bridge.periods.map(({ period, payout: value }) => ({ name: periodInWords(period), value }))}
            format={money}
            height={120}
          />
        )}
      </div>
    </Card>
  );
}

interface FigureProps {
  name: string;
  value: string;
  isMain?: boolean;
  children: ReactNode;
}

function Figure({ name, value, isMain = false, children }: FigureProps) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {name}
      </Text>
      <dd style={{ margin: 0 }}>
        <div className={isMain ? classes.payout : classes.ratio}>{value}</div>
        {children}
      </dd>
    </div>
  );
}

function Against({ period, was, children }: { period: string; was: string; children: ReactNode }) {
  return (
    <>
      <Text component="div" size="sm" fw={600}>
        {children}
      </Text>
      <Text component="div" size="xs" c="dimmed">
        {`${periodInWords(period)}: ${was}`}
      </Text>
    </>
  );
}

const change = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'always' });

const percentChange = (value: number, before: number): string => change.format(value / before - 1);
