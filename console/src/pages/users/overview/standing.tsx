import { Box, Card, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '#console/api/failure';
import type { Schemas } from '#console/api/client';
import { useMay } from '#console/api/permissions';
import { DescriptionList } from '#console/components/description-list';
import { FailureState } from '#console/components/failure-state';
import { formatMoney, formatNumber, periodInWords } from '#console/components/format';
import { When } from '#console/components/when';
import { balanceQuery, holdsInWords } from '../../earnings';
import { progressQuery } from '../users.queries';
import { rich } from '#console/i18n/rich';
import { t } from '#console/i18n/t';

type Condition = Schemas['ProgressConditionView'];

/** Where a member stands in the open period; nothing for users who are no members. */
export function Standing({ uid }: { uid: number }) {
  const may = useMay();
  const progress = useQuery(progressQuery(uid));
  const balance = useQuery({ ...balanceQuery(uid), enabled: may('earnings.read') });
  const { data, error } = progress;
  if (error instanceof ApiFailure && error.status === 404) return null;
  if (error !== null) return <FailureState error={error} onRetry={() => void progress.refetch()} />;
  if (data === undefined) return <Skeleton height={150} role="status" aria-label={t('Loading the member')} />;
  const { estimated } = data;
  return (
    <Card withBorder component="section" padding="md" aria-labelledby="standing">
      <Title order={2} id="standing" mb="sm">
        {t('In {{period}} so far', { period: periodInWords(data.period) })}
      </Title>
      <Stack gap="md">
        <DescriptionList
          entries={[
            [t('Paid as'), data.rank ?? t('None')],
            [t('Active'), data.active === null ? t('No plan is in force') : data.active ? t('Yes') : t('No')],
            [t('Personal volume'), formatNumber(data.personal_volume)],
            [t('Group volume'), formatNumber(data.group_volume)],
            [
              t('Estimate'),
              estimated === null
                ? t('None yet')
                : rich('{{amount}}, calculated <when/>', {
                    amount: formatMoney(estimated.amount, estimated.currency_code),
                    when: <When at={estimated.as_of} />,
                  }),
            ],
            ...(balance.data === undefined
              ? []
              : [[t('Balance'), formatMoney(balance.data.balance, balance.data.currency_code)] as const]),
            ...(balance.data === undefined || balance.data.holds.length === 0
              ? []
              : [[t('Payouts'), t('On hold: {{holds}}', { holds: holdsInWords(balance.data.holds) })] as const]),
          ]}
        />
        {data.next_rank !== null && <Missing {...data.next_rank} isActive={data.active === true} />}
      </Stack>
    </Card>
  );
}

type MissingProps = { name: string; conditions: readonly Condition[]; isActive: boolean };

function Missing({ name, conditions, isActive }: MissingProps) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('Still missing for {{rank}}', { rank: name })}
      </Text>
      <Box component="ul" m={0} pl="md" fz="sm">
        {!isActive && <li>{t('Activity in the period')}</li>}
        {open(conditions).map((condition, index) => (
          <li key={index}>
            {condition.condition === 'any' ? <Ways ways={condition.any as Condition[][]} /> : inWords(condition)}
          </li>
        ))}
      </Box>
    </div>
  );
}

/** What is missing on each way, of which one is enough. */
function Ways({ ways }: { ways: readonly (readonly Condition[])[] }) {
  return (
    <>
      {t('One of these:')}
      <Box component="ul" m={0} pl="md">
        {ways.map((way, index) => (
          <li key={index}>{open(way).map(inWords).join('; ')}</li>
        ))}
      </Box>
    </>
  );
}

const open = (conditions: readonly Condition[]): Condition[] => conditions.filter(({ holds }) => !holds);

/** Says “missing” in each line: “20 of 100” would read as what is there. */
function inWords({ condition, missing, wanted, rank }: Condition): string {
  const values = { missing: formatNumber(missing), wanted: formatNumber(wanted), rank: rank ?? '' };
  switch (condition) {
    case 'personal_volume':
      return t('Personal volume: {{missing}} missing, {{wanted}} required', values);
    case 'group_volume':
      return t('Group volume: {{missing}} missing, {{wanted}} required', values);
    case 'leg_cap_percent':
      return t('Group volume, with each leg counted up to its cap: {{missing}} missing, {{wanted}} required', values);
    case 'active_frontline':
      return t('Active members in the frontline: {{missing}} missing, {{wanted}} required', values);
    case 'customers':
      return t('Customers: {{missing}} missing, {{wanted}} required', values);
    case 'legs':
      return rank === null
        ? t('Legs: {{missing}} missing, {{wanted}} required', values)
        : t('Legs with the rank {{rank}}: {{missing}} missing, {{wanted}} required', values);
    case 'any':
      return t('One of several conditions');
  }
}
