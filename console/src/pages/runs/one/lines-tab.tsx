import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { EmptyState } from '#console/components/empty-state';
import { formatMoney, formatNumber, formatPercent, periodInWords } from '#console/components/format';
import { pageOf, useList } from '#console/components/list-params';
import { ListSums } from '#console/components/list-sums';
import { ListToolbar } from '#console/components/list-toolbar';
import { ResourceList, type Column } from '#console/components/resource-list';
import { bonusInWords, typeInWords } from '../labels';
import { linesQuery, type RunLine, type RunLinesQuery } from '../runs.queries';
import { useRun } from './use-run';
import { t } from '#console/i18n/t';

/** The columns of lines. */
export function lineColumns(runId: number, currency: string): Column<RunLine>[] {
  return [
    { id: 'line', title: t('Line'), cell: ({ number }) => formatNumber(number) },
    {
      id: 'member',
      title: t('Member'),
      cell: ({ uid, username }) => (
        <Anchor component={Link} to={`/commission-runs/${runId}/statements/${uid}`} size="sm" fw={600}>
          {username}
        </Anchor>
      ),
    },
    {
      id: 'bonus',
      title: t('Bonus'),
      cell: ({ bonus, type, rank, takes_back: taken }) => (
        <>
          {bonusInWords(bonus)}
          <Text size="xs" c="dimmed">
            {taken === null
              ? rank === null
                ? bonusInWords(bonus) === typeInWords(type)
                  ? ''
                  : typeInWords(type)
                : t('for the rank {{rank}}', { rank })
              : t('of {{bonus}} in {{period}}', {
                  bonus: bonusInWords(taken.bonus),
                  period: periodInWords(taken.period),
                })}
          </Text>
        </>
      ),
    },
    { id: 'from', title: t('From'), cell: ({ source_username, source_uid }) => source_username ?? source_uid ?? '–' },
    { id: 'level', title: t('Level'), cell: ({ level }) => level ?? '–', isNumeric: true },
    {
      id: 'base',
      title: t('Base'),
      cell: ({ base }) => (base === null ? '–' : formatMoney(base, currency)),
      isNumeric: true,
    },
    {
      id: 'percent',
      title: t('Percent'),
      cell: ({ percent }) => (percent === null ? '–' : formatPercent(percent)),
      isNumeric: true,
    },
    {
      id: 'amount',
      title: t('Amount'),
      cell: ({ amount }) => formatMoney(amount, currency),
      isNumeric: true,
      isMain: true,
    },
  ];
}

/** The lines of a run: who gets how much, from whom, by which bonus. */
export function LinesTab() {
  const run = useRun();
  const asked = useSearchParams()[0].getAll('bonus');
  // Also one that gave nothing, such as that of a link: the list is empty then, and says what it is narrowed to.
  const bonuses = [...new Set([...(run.summary?.by_bonus ?? []).map(({ bonus }) => bonus), ...asked])];
  const list = useList([
    {
      kind: 'choice',
      name: 'bonus',
      label: t('Bonus'),
      choices: bonuses.map((value) => ({ value, label: bonusInWords(value) })),
    },
    { kind: 'person', name: 'uid', label: t('Member') },
  ]);
  const query = useQuery(linesQuery(run.id, { ...pageOf<RunLinesQuery>(list), sums: 'true' }));
  return (
    <ResourceList
      label={t('Lines')}
      name="run-lines"
      query={query}
      params={list}
      columns={lineColumns(run.id, run.currency_code)}
      keyOf={({ number }) => number}
      toolbar={<ListToolbar list={list} />}
      csv={{ path: `commission-runs/${run.id}/lines/`, asked: list.narrowed }}
      sums={
        <ListSums
          figures={(query.data?.sums ?? []).map(({ amount }) => [t('Amount'), formatMoney(amount, run.currency_code)])}
        />
      }
      empty={<EmptyState title={t('No lines')} hint={t('Nobody is paid by this run.')} />}
    />
  );
}
