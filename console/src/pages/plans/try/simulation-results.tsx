import { Card, SimpleGrid, Stack, Table, Text, Title } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { Delta } from '#console/components/delta';
import { formatMoney, formatNumber, formatPoints, formatShare, periodInWords } from '#console/components/format';
import { NumberTh } from '#console/components/number-th';
import { UserLink } from '#console/components/person';
import { bonusInWords } from '../../runs';
import { ComparisonTable, isChanged, type ComparedRow } from './comparison-table';
import type { Simulation, SimulatedPlan, SimulationResult } from './try.queries';
import { t } from '#console/i18n/t';

/** What plans would have paid, compared with what was paid. */
export function SimulationResults({ simulation, result }: { simulation: Simulation; result: SimulationResult }) {
  const { posted, plans } = result;
  const money = (value: number): string => formatMoney(value, simulation.currency_code);
  const names = plans.map(({ name }, index) => (plans.length > 1 ? `${index + 1}. ${name}` : name));
  const columns = [t('Paid: {{plan_name}}', { plan_name: posted.plan_name }), ...names];
  const percent = (value: number | null): string => (value === null ? '–' : formatShare(value));
  const [payout, ...others]: ComparedRow[] = [
    row(t('Payout'), posted.payout, plans, ({ payout }) => payout),
    {
      ...row(t('Payout ratio'), posted.payout_percent, plans, ({ payout_percent }) => payout_percent, percent),
      formatDifference: formatPoints,
    },
    row(t('Members paid'), posted.payees, plans, ({ payees }) => payees, formatNumber),
    row(t('Active distributors'), posted.active, plans, ({ active }) => active, formatNumber),
  ];
  return (
    <Stack
      gap="lg"
      role="region"
      aria-label={t('What {{period}} would have paid', { period: periodInWords(simulation.period) })}
    >
      <Section title={t('What {{period}} would have paid', { period: periodInWords(simulation.period) })}>
        <ComparisonTable
          label={t('Payout')}
          head={t('Total')}
          columns={columns}
          rows={[payout!, ...others.filter(isChanged)]}
          format={money}
          hasBars
        />
      </Section>
      <Section
        title={t('By bonus')}
        text={t('Bonuses that pay more or less, in money and in percentage points of volume.')}
      >
        <Changes
          label={t('By bonus')}
          head={t('Bonus')}
          columns={columns}
          rows={bonusRows(result)}
          format={money}
          nothing={t('Every bonus pays the same.')}
          hasBars
        />
      </Section>
      <Section title={t('By rank')} text={t('Paid-as ranks that more or fewer members have.')}>
        <Changes
          label={t('By rank')}
          head={t('Rank')}
          columns={columns}
          rows={rankRows(result)}
          format={formatNumber}
          nothing={t('As many members have each rank.')}
        />
      </Section>
      {plans.map((plan, index) => (
        <Section
          key={index}
          title={
            plans.length > 1
              ? t('Who gains and loses most by {{plan}}', { plan: names[index]! })
              : t('Who gains and loses most')
          }
          text={t('{{gaining}} would have got more, {{losing}} less, and {{unchanged}} the same.', {
            gaining: formatNumber(plan.gaining),
            losing: formatNumber(plan.losing),
            unchanged: formatNumber(plan.unchanged),
          })}
        >
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Changed
              label={t('Gain most by {{plan}}', { plan: names[index]! })}
              title={t('Gain most')}
              members={plan.gainers}
              money={money}
            />
            <Changed
              label={t('Lose most by {{plan}}', { plan: names[index]! })}
              title={t('Lose most')}
              members={plan.losers}
              money={money}
            />
          </SimpleGrid>
        </Section>
      ))}
    </Stack>
  );
}

/** The rows that change, and the names of the others. */
function Changes({ rows, nothing, ...table }: ComponentProps<typeof ComparisonTable> & { nothing: string }) {
  const changed = rows.filter(isChanged);
  const others = rows.filter((one) => !isChanged(one));
  if (changed.length === 0) return <Text size="sm">{nothing}</Text>;
  return (
    <>
      <ComparisonTable {...table} rows={changed} />
      {others.length > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('Unchanged: {{others}}', { others: others.map(({ name }) => name).join(', ') })}
        </Text>
      )}
    </>
  );
}

function row(
  name: string,
  before: number | null,
  plans: readonly SimulatedPlan[],
  of: (plan: SimulatedPlan) => number | null,
  format?: (value: number) => string,
): ComparedRow {
  return { name, values: [before, ...plans.map(of)], ...(format && { format }) };
}

/** Each bonus that the posted plan or one of the others has; 0 where one has it not. */
function bonusRows({ posted, plans }: SimulationResult): ComparedRow[] {
  const before = new Map(plans.flatMap(({ difference }) => difference.by_bonus.map((one) => [one.bonus, one.before])));
  return [...before].map(([bonus, paid]) => {
    const after = plans.map(({ difference }) => difference.by_bonus.find((one) => one.bonus === bonus)?.after ?? 0);
    const values = [paid, ...after];
    const percents = [posted, ...plans].map((one, index) => ofVolume(values[index]!, one));
    return { name: bonusInWords(bonus), values, percents };
  });
}

/** An amount in percent of the volume that a plan pays on, as the payout ratio is given. */
function ofVolume(
  amount: number,
  { payout, payout_percent: percent }: Pick<SimulatedPlan, 'payout' | 'payout_percent'>,
): number | null {
  return percent === null || payout === 0 ? null : (percent * amount) / payout;
}

/** Each rank that the posted plan or one of the others has; null where one has it not. */
function rankRows({ plans }: SimulationResult): ComparedRow[] {
  const before = new Map(plans.flatMap(({ difference }) => difference.by_rank.map((one) => [one.rank, one.before])));
  return [...before].map(([rank, had]) => {
    const after = plans.map(({ difference }) => difference.by_rank.find((one) => one.rank === rank)?.after ?? null);
    return { name: rank ?? t('no rank'), values: [had, ...after] };
  });
}

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} mb={4}>
        {title}
      </Title>
      {text !== undefined && (
        <Text size="sm" c="dimmed" mb="xs">
          {text}
        </Text>
      )}
      {children}
    </section>
  );
}

interface ChangedProps {
  label: string;
  title: string;
  members: SimulatedPlan['gainers'];
  money: (value: number) => string;
}

function Changed({ label, title, members, money }: ChangedProps) {
  if (members.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('{{title}}: nobody.', { title })}
      </Text>
    );
  return (
    <Card withBorder padding={0}>
      <Table.ScrollContainer minWidth={0}>
        <Table horizontalSpacing="sm" aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{title}</Table.Th>
              <NumberTh>{t('Paid')}</NumberTh>
              <NumberTh>{t('With the plan')}</NumberTh>
              <NumberTh>{t('Difference')}</NumberTh>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {members.map(({ uid, username, before, after, difference }) => (
              <Table.Tr key={uid}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <UserLink uid={uid} name={username} size="sm" />
                </Table.Td>
                <Table.Td className="numeric">{money(before)}</Table.Td>
                <Table.Td className="numeric">{money(after)}</Table.Td>
                <Table.Td className="numeric">
                  <Delta value={difference} format={money} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Card>
  );
}
