import { Anchor, Card, Group, Select, SimpleGrid, Skeleton, Stack, Text, Title, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconScale } from '@tabler/icons-react';
import { Fragment, type ReactNode, useId } from 'react';
import { Link, useSearchParams } from 'react-router';
import { CsvButton } from '../../components/csv-button';
import { DescriptionList } from '../../components/description-list';
import { EmptyState } from '../../components/empty-state';
import { FailureState } from '../../components/failure-state';
import { formatMoney, formatNumber, formatShare, periodInWords } from '../../components/format';
import { PageHeader } from '../../components/page-header';
import { complianceQuery, postedPeriodsQuery, type Compliance } from './compliance.queries';
import { rich } from '../../i18n/rich';
import { t } from '../../i18n/t';
import { Swatch } from '../../components/chart/swatch';
import classes from './stacked.module.css';

const inPercent = (value: number | null): string => (value === null ? t('none') : formatShare(value));

/** Fairness: who bought, to whose purchases commissions go back, and what distributors earn. */
export function CompliancePage() {
  const [params, setParams] = useSearchParams();
  const posted = useQuery(postedPeriodsQuery);
  const periods = (posted.data?.results ?? []).map(({ period }) => period);
  const years = [...new Set(periods.map((period) => period.slice(0, 'yyyy'.length)))];
  const period = params.get('period') ?? periods[0] ?? '';
  const { data, error, refetch } = useQuery(complianceQuery(period));
  const header = (
    <PageHeader
      title={t('Compliance')}
      description={t(
        'Whether the plan pays for sales to customers, and what distributors really earn, in posted periods.',
      )}
    />
  );
  if (posted.isPending)
    return (
      <>
        {header}
        <Skeleton height={240} role="status" aria-label={t('Loading the posted periods')} />
      </>
    );
  if (periods.length === 0)
    return (
      <>
        {header}
        <EmptyState
          title={t('No period is posted yet')}
          hint={t('The shares and the income disclosure are calculated from posted runs.')}
          Icon={IconScale}
        />
      </>
    );
  return (
    <>
      {header}
      <Stack gap="lg">
        <Group align="flex-end" gap="sm">
          <Select
            label={t('Period or year')}
            data={[
              { group: t('Years'), items: years },
              { group: t('Periods'), items: periods.map((value) => ({ value, label: periodInWords(value) })) },
            ]}
            value={period}
            onChange={(value) => value !== null && setParams({ period: value }, { replace: true })}
            allowDeselect={false}
            w={{ base: '100%', xs: 220 }}
          />
          <CsvButton path={`compliance/?period=${period}&format=csv`}>{t('Save as CSV')}</CsvButton>
        </Group>
        {data === undefined ? (
          error === null ? (
            <Skeleton height={240} role="status" aria-label={t('Loading the shares')} />
          ) : (
            <FailureState error={error} onRetry={() => void refetch()} />
          )
        ) : (
          <Found one={data} />
        )}
      </Stack>
    </>
  );
}

function Found({ one }: { one: Compliance }) {
  const { currency_code: currency } = one;
  const money = (value: number): string => formatMoney(value, currency);
  return (
    <>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
        <Stacked
          title={t('Who bought')}
          note={t('Commissionable volume: {{total}} in total.', { total: formatNumber(one.volume.total) })}
          amounts={one.volume}
          format={formatNumber}
        />
        <Stacked
          title={t('Commissions by kind of buyer')}
          note={t('Commissions: {{total}} in total. Lines without a source are divided in proportion to volume.', {
            total: money(one.commissions.total),
          })}
          amounts={one.commissions}
          format={money}
        />
      </SimpleGrid>
      <Card withBorder padding="md" component="section" aria-labelledby="payout">
        <Title order={2} id="payout" fz="md" mb="sm">
          {t('Payout')}
        </Title>
        <DescriptionList
          entries={[
            [t('Total paid'), money(one.payout)],
            [t('Payout ratio'), inPercent(one.payout_percent)],
            [t('Share from customer purchases'), inPercent(one.commissions_from_customers_percent)],
            [t('Posted runs'), <PostedRuns key="runs" one={one} />],
          ]}
        />
      </Card>
      <Income income={one.income} money={money} />
    </>
  );
}

/** The runs that it is calculated from, and those that count in the place of some of them. */
function PostedRuns({ one: { period, run_ids: ids, corrected, income } }: { one: Compliance }) {
  const periods = (ids.length === 1 && period !== income.year ? [period] : income.periods).map(periodInWords);
  return (
    <>
      {ids.map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <RunLink id={id}>{periods[index] ?? t('run {{id}}', { id })}</RunLink>
        </Fragment>
      ))}
      {corrected.map(({ period: of, correction_run_id: id }) => (
        <Text key={id} size="sm">
          {rich('{{of}} counts <link>as corrected</link>', {
            of: periodInWords(of),
            link: (words) => <RunLink id={id}>{words}</RunLink>,
          })}
        </Text>
      ))}
    </>
  );
}

function RunLink({ id, children }: { id: number; children: ReactNode }) {
  return (
    <Anchor component={Link} to={`/commission-runs/${id}`} inherit>
      {children}
    </Anchor>
  );
}

function Income({ income, money }: { income: Compliance['income']; money: (value: number) => string }) {
  const { percentiles, top_1_percent: top } = income;
  const of = (value: number | null): string => (value === null ? t('nobody') : money(value));
  return (
    <Card withBorder padding="md" component="section" aria-labelledby="income">
      <Title order={2} id="income" fz="md">
        {t('Income disclosure of {{year}}', { year: income.year })}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('All who were distributors at some time in the posted periods of the year: {{periods}}.', {
          periods: income.periods.map(periodInWords).join(', '),
        })}
      </Text>
      <DescriptionList
        entries={[
          [t('Distributors'), formatNumber(income.distributors)],
          [t('Earned nothing'), `${formatNumber(income.without)} (${inPercent(income.without_percent)})`],
          [t('Median'), of(income.median)],
          [t('Mean'), of(income.mean)],
          ...(percentiles === null
            ? []
            : ([
                [t('A quarter earned at most'), money(percentiles.p25)],
                [t('Three quarters earned at most'), money(percentiles.p75)],
                [t('Nine of ten earned at most'), money(percentiles.p90)],
                [t('99 of 100 earned at most'), money(percentiles.p99)],
              ] as const)),
          ...(top === null
            ? []
            : ([
                [
                  t('The top 1 % ({{members}})', { members: formatNumber(top.members) }),
                  t('{{amount}}, {{percent}} of what all earned', {
                    amount: money(top.amount),
                    percent: inPercent(top.percent),
                  }),
                ],
              ] as const)),
        ]}
      />
    </Card>
  );
}

const KINDS = [
  ['customer', t('Customers'), 'var(--mantine-color-teal-6)'],
  ['preferred', t('Preferred customers'), 'var(--mantine-color-indigo-4)'],
  ['distributor', t('Distributors'), 'var(--mantine-color-orange-5)'],
] as const;

interface StackedProps {
  title: string;
  note: string;
  amounts: Compliance['volume'];
  format: (value: number) => string;
}

/** One bar of the shares of the kinds of members, with its numbers as a table. */
function Stacked({ title, note, amounts, format }: StackedProps) {
  const id = useId();
  const whole = KINDS.reduce((sum, [kind]) => sum + Math.max(0, amounts[kind]), 0);
  const share = (value: number): number => (whole === 0 ? 0 : Math.max(0, value) / whole);
  return (
    <Card withBorder padding="md" component="section" aria-labelledby={id}>
      <Title order={2} id={id} fz="md">
        {title}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {note}
      </Text>
      <div className={classes.bar} aria-hidden>
        {KINDS.map(([kind, , color]) => (
          <span key={kind} style={{ width: `${share(amounts[kind]) * 100}%`, background: color }} />
        ))}
      </div>
      <Table verticalSpacing={6} aria-labelledby={id} mt="sm">
        <Table.Tbody>
          {KINDS.map(([kind, name, color]) => (
            <Table.Tr key={kind}>
              <Table.Th scope="row" fw={400}>
                <Group gap={6} wrap="nowrap">
                  <Swatch color={color} />
                  {name}
                </Group>
              </Table.Th>
              <Table.Td className="numeric">{format(amounts[kind])}</Table.Td>
              <Table.Td className="numeric">{whole === 0 ? '–' : formatShare(share(amounts[kind]) * 100)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
