import { SimpleGrid, Stack } from '@mantine/core';
import { DescriptionList } from '../../../components/description-list';
import { formatMoney, formatNumber } from '../../../components/format';
import { FormSection } from '../../../components/form-section';
import { Person } from '../../../components/person';
import { When } from '../../../components/when';
import { Slot } from '../../../extensions/slot';
import { bonusInWords, reasonInWords, typeInWords } from '../labels';
import { useRun } from '../one/use-run';
import type { Run, RunSummary } from '../runs.queries';
import { Bars, type Bar } from './bars';
import { Figures } from './figures';

/** The result of a run: figures, charts, unpaid commissions, and the history. */
export function SummaryTab() {
  const run = useRun();
  const { id, period, kind, status, summary, currency_code: currency } = run;
  if (summary === null) return null;
  const money = (value: number): string => formatMoney(value, currency);
  return (
    <Stack gap="lg">
      <Figures run={run} summary={summary} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Bars
          title="By bonus"
          description="What each bonus of the plan pays, in the plan’s order, then caps and clawbacks."
          heads={['Bonus', 'Amount', 'Members', ...(summary.previous === null ? [] : [summary.previous.period])]}
          bars={bonusBars(summary, money)}
          nothing="No lines."
        />
        <Bars
          title="By paid-as rank"
          description="What members of each rank get, and how many of them are active."
          heads={['Rank', 'Amount', 'Members', 'Active']}
          bars={summary.by_rank.map(({ rank, amount, members, active }) => ({
            key: rank ?? '',
            name: rank ?? 'no rank',
            value: amount,
            cells: [money(amount), formatNumber(members), formatNumber(active)],
          }))}
          nothing="No members."
        />
        <Bars
          title="By level"
          description="What level bonuses pay at each level."
          heads={['Level', 'Amount', 'Lines']}
          bars={summary.by_level.map(({ bonus, level, amount, lines }) => ({
            key: `${bonus} ${level}`,
            name: `${bonusInWords(bonus)}, level ${level}`,
            value: amount,
            cells: [money(amount), formatNumber(lines)],
          }))}
          nothing="No bonus with levels has lines."
        />
        <Bars
          title="Unpaid commissions (breakage)"
          description="What bonuses would have paid, and why they did not, each level at its highest percentage."
          heads={['Bonus and reason', 'Amount']}
          bars={summary.unpaid.map(({ bonus, reason, amount }) => ({
            key: `${bonus} ${reason}`,
            name: `${bonusInWords(bonus)}: ${reasonInWords(reason)}`,
            value: amount,
            cells: [money(amount)],
          }))}
          nothing="Everything was paid."
        />
      </SimpleGrid>
      <Slot name="run" given={{ id, period, kind, status, currency_code: currency }} />
      <History run={run} />
    </Stack>
  );
}

function bonusBars({ by_bonus, previous }: RunSummary, money: (value: number) => string): Bar[] {
  return by_bonus.map(({ bonus, type, amount, members }) => {
    const former = previous?.by_bonus.find((one) => one.bonus === bonus)?.amount;
    const title = typeInWords(type);
    return {
      key: bonus,
      name: bonusInWords(bonus) === title ? title : `${bonusInWords(bonus)} (${title.toLowerCase()})`,
      value: amount,
      cells: [
        money(amount),
        formatNumber(members),
        ...(previous === null ? [] : [former === undefined ? '–' : money(former)]),
      ],
    };
  });
}

/** Who did what when, and the hashes by which a replay is held. */
function History({ run }: { run: Run }) {
  const by = (uid: number | null, nobody: string) => (uid === null ? nobody : <Person uid={uid} />);
  return (
    <FormSection title="History" description="Who did what and when, and the hashes that a replay is compared with.">
      <DescriptionList
        entries={[
          ['Started', <When key="started" at={run.created_at} />],
          ['Started by', by(run.created_by_uid, 'the service')],
          ['Approved', <When key="approved" at={run.approved_at} never="not yet" />],
          ['Approved by', by(run.approved_by_uid, 'nobody')],
          ['Posted', <When key="posted" at={run.posted_at} never="not yet" />],
          ['Posted by', by(run.posted_by_uid, 'nobody')],
          ['Hash of the input', <code key="input">{run.input_hash}</code>],
          ['Hash of the result', <code key="result">{run.result_hash}</code>],
        ]}
      />
    </FormSection>
  );
}
