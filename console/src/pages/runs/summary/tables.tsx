import { SimpleGrid } from '@mantine/core';
import type { ReactNode } from 'react';
import { Bars, type Bar } from '#console/components/bars';
import { Delta, differenceOf } from '#console/components/delta';
import { formatMoney, formatNumber } from '#console/components/format';
import { bonusInWords, reasonInWords } from '../labels';
import type { RunSummary } from '../runs.queries';
import { t } from '#console/i18n/t';

interface Row {
  readonly key: string;
  readonly name: string;
  readonly amount: number;
  /** In the previous period; undefined if there was none of it. */
  readonly before: number | undefined;
  readonly counts: readonly number[];
}

/** What a run came to by rank and level, and what it did not pay, each beside the previous period. */
export function SummaryTables({ summary, currency }: { summary: RunSummary; currency: string }) {
  const { previous } = summary;
  const money = (value: number): string => formatMoney(value, currency);
  const rowsOf = <One extends { amount: number }>(
    list: readonly One[],
    former: readonly One[] | undefined,
    { name, counts }: { name: (one: One) => string; counts: (one: One) => readonly number[] },
  ): Row[] =>
    list.map((one) => ({
      key: name(one),
      name: name(one),
      amount: one.amount,
      before: former?.find((other) => name(other) === name(one))?.amount,
      counts: counts(one),
    }));
  const propsOf = (rows: readonly Row[], heads: readonly string[]) => tableOf(rows, heads, previous?.period, money);
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      {previous === null && (
        // Otherwise the bridge has them.
        <Bars
          title={t('By bonus')}
          description={t('What each bonus of the plan pays, in the plan’s order, then caps and clawbacks.')}
          {...propsOf(
            rowsOf(summary.by_bonus, undefined, {
              name: ({ bonus }) => bonusInWords(bonus),
              counts: ({ members }) => [members],
            }),
            [t('Bonus'), t('Members')],
          )}
          nothing={t('No lines.')}
        />
      )}
      <Bars
        title={t('By paid-as rank')}
        description={t('What members of each rank get, and how many of them are active.')}
        {...propsOf(
          rowsOf(summary.by_rank, previous?.by_rank, {
            name: ({ rank }) => rank ?? t('no rank'),
            counts: ({ members, active }) => [members, active],
          }),
          [t('Rank'), t('Members'), t('Active')],
        )}
        nothing={t('No members.')}
      />
      <Bars
        title={t('By level')}
        description={t('What level bonuses pay at each level.')}
        {...propsOf(
          rowsOf(summary.by_level, previous?.by_level, {
            name: ({ bonus, level }) => t('{{bonus}}, level {{level}}', { bonus: bonusInWords(bonus), level }),
            counts: ({ lines }) => [lines],
          }),
          [t('Level'), t('Lines')],
        )}
        nothing={t('No bonus with levels has lines.')}
      />
      <Bars
        title={t('Unpaid commissions (breakage)')}
        description={t('What bonuses would have paid, and why they did not, each level at its highest percentage.')}
        {...propsOf(
          rowsOf(summary.unpaid, previous?.unpaid, {
            name: ({ bonus, reason }) => `${bonusInWords(bonus)}: ${reasonInWords(reason)}`,
            counts: () => [],
          }),
          [t('Bonus and reason')],
        )}
        nothing={t('Everything was paid.')}
      />
    </SimpleGrid>
  );
}

/** A table with the difference to the previous period, and the totals of all rows. */
function tableOf(
  rows: readonly Row[],
  [first, ...heads]: readonly string[],
  previous: string | undefined,
  money: (value: number) => string,
): { heads: readonly string[]; bars: readonly Bar[]; totals: readonly ReactNode[] } {
  const cells = (amount: number, before: number, counts: readonly number[]): ReactNode[] => [
    money(amount),
    ...(previous === undefined
      ? []
      : [<Delta key="difference" value={differenceOf(amount, before)} format={money} none="–" />]),
    ...counts.map(formatNumber),
  ];
  const sum = (of: (row: Row) => number): number =>
    differenceOf(
      rows.reduce((total, row) => total + of(row), 0),
      0,
    );
  return {
    heads: [first!, t('Amount'), ...(previous === undefined ? [] : [t('Difference')]), ...heads],
    bars: rows.map(({ key, name, amount, before = 0, counts }) => ({
      key,
      name,
      value: amount,
      cells: cells(amount, before, counts),
    })),
    totals: cells(
      sum(({ amount }) => amount),
      sum(({ before = 0 }) => before),
      heads.map((_, index) => sum(({ counts }) => counts[index] ?? 0)),
    ),
  };
}
