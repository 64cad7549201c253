import { Anchor, Card, Group, Select, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconScale } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link, useSearchParams } from 'react-router';
import { CsvButton } from '../../components/csv-button';
import { DescriptionList } from '../../components/description-list';
import { EmptyState } from '../../components/empty-state';
import { FailureState } from '../../components/failure-state';
import { formatMoney, formatNumber, formatShare } from '../../components/format';
import { PageHeader } from '../../components/page-header';
import { complianceQuery, postedPeriodsQuery, type Compliance } from './compliance.queries';
import { Stacked } from './stacked';

const inPercent = (value: number | null): string => (value === null ? 'none' : formatShare(value));

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
      title="Compliance"
      description="Whether the plan pays for sales to customers, and what distributors really earn, in posted periods."
    />
  );
  if (posted.isPending)
    return (
      <>
        {header}
        <Skeleton height={240} role="status" aria-label="Loading the posted periods" />
      </>
    );
  if (periods.length === 0)
    return (
      <>
        {header}
        <EmptyState
          title="No period is posted yet"
          hint="The shares and the income disclosure are calculated from posted runs."
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
            label="Period or year"
            data={[
              { group: 'Years', items: years },
              { group: 'Periods', items: periods },
            ]}
            value={period}
            onChange={(value) => value !== null && setParams({ period: value }, { replace: true })}
            allowDeselect={false}
            w={{ base: '100%', xs: 220 }}
          />
          <CsvButton path={`compliance/?period=${period}&format=csv`}>Save as CSV</CsvButton>
        </Group>
        {data === undefined ? (
          error === null ? (
            <Skeleton height={240} role="status" aria-label="Loading the shares" />
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
          title="Who bought"
          note={`Commissionable volume: ${formatNumber(one.volume.total)} in total.`}
          amounts={one.volume}
          format={formatNumber}
        />
        <Stacked
          title="Commissions by kind of buyer"
          note={`Commissions: ${money(one.commissions.total)} in total. Lines without a source are divided in proportion to volume.`}
          amounts={one.commissions}
          format={money}
        />
      </SimpleGrid>
      <Card withBorder padding="md" component="section" aria-labelledby="payout">
        <Title order={2} id="payout" fz="md" mb="sm">
          Payout
        </Title>
        <DescriptionList
          entries={[
            ['Total paid', money(one.payout)],
            ['Payout ratio', inPercent(one.payout_percent)],
            ['Share from customer purchases', inPercent(one.commissions_from_customers_percent)],
            ['Posted runs', <PostedRuns key="runs" one={one} />],
          ]}
        />
      </Card>
      <Income income={one.income} money={money} />
    </>
  );
}

/** The runs that it is calculated from, and those that count in the place of some of them. */
function PostedRuns({ one: { period, run_ids: ids, corrected, income } }: { one: Compliance }) {
  const periods = ids.length === 1 && period !== income.year ? [period] : income.periods;
  return (
    <>
      {ids.map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <RunLink id={id}>{periods[index] ?? `run ${id}`}</RunLink>
        </Fragment>
      ))}
      {corrected.map(({ period: of, correction_run_id: id }) => (
        <Text key={id} size="sm">
          {of} counts <RunLink id={id}>as corrected</RunLink>
        </Text>
      ))}
    </>
  );
}

function RunLink({ id, children }: { id: number; children: string }) {
  return (
    <Anchor component={Link} to={`/commission-runs/${id}`} inherit>
      {children}
    </Anchor>
  );
}

function Income({ income, money }: { income: Compliance['income']; money: (value: number) => string }) {
  const { percentiles, top_1_percent: top } = income;
  const of = (value: number | null): string => (value === null ? 'nobody' : money(value));
  return (
    <Card withBorder padding="md" component="section" aria-labelledby="income">
      <Title order={2} id="income" fz="md">
        Income disclosure of {income.year}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        All who were distributors at some time in the posted periods of the year: {income.periods.join(', ')}.
      </Text>
      <DescriptionList
        entries={[
          ['Distributors', formatNumber(income.distributors)],
          ['Earned nothing', `${formatNumber(income.without)} (${inPercent(income.without_percent)})`],
          ['Median', of(income.median)],
          ['Mean', of(income.mean)],
          ...(percentiles === null
            ? []
            : ([
                ['A quarter earned at most', money(percentiles.p25)],
                ['Three quarters earned at most', money(percentiles.p75)],
                ['Nine of ten earned at most', money(percentiles.p90)],
                ['99 of 100 earned at most', money(percentiles.p99)],
              ] as const)),
          ...(top === null
            ? []
            : ([
                [
                  `The top 1 % (${formatNumber(top.members)})`,
                  `${money(top.amount)}, ${inPercent(top.percent)} of what all earned`,
                ],
              ] as const)),
        ]}
      />
    </Card>
  );
}
