import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EmptyState } from '../../../components/empty-state';
import { formatMoney, formatNumber, formatPercent } from '../../../components/format';
import { FilterSelect } from '../../../components/filter-select';
import { useListParams } from '../../../components/list-params';
import { ResourceList, type Column } from '../../../components/resource-list';
import { bonusInWords, typeInWords } from '../labels';
import { linesQuery, type RunLine } from '../runs.queries';
import { useRun } from './use-run';
import { t } from '../../../i18n/t';

const FILTERS = ['bonus', 'uid'] as const;

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
              : t('of {{bonus}} in {{period}}', { bonus: bonusInWords(taken.bonus), period: taken.period })}
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
    { id: 'amount', title: t('Amount'), cell: ({ amount }) => formatMoney(amount, currency), isNumeric: true },
  ];
}

/** The lines of a run: who gets how much, from whom, by which bonus. */
export function LinesTab() {
  const run = useRun();
  const params = useListParams(FILTERS);
  const { limit, offset, filters } = params;
  const { bonus } = filters;
  const uid = Number(filters.uid) || undefined;
  const asked = { limit, offset, ...(bonus && { bonus }), ...(uid && { uid }) };
  const query = useQuery(linesQuery(run.id, asked));
  const bonuses = (run.summary?.by_bonus ?? []).map((one) => ({ value: one.bonus, label: bonusInWords(one.bonus) }));
  return (
    <ResourceList
      label={t('Lines')}
      name="run-lines"
      query={query}
      params={params}
      columns={lineColumns(run.id, run.currency_code)}
      keyOf={({ number }) => number}
      toolbar={
        <FilterSelect params={params} name="bonus" label={t('Bonus')} any={t('Any bonus')} data={bonuses} width={190} />
      }
      csv={{ path: `commission-runs/${run.id}/lines/`, asked }}
      empty={<EmptyState title={t('No lines')} hint={t('Nobody is paid by this run.')} />}
    />
  );
}
