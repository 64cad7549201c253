import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconScale } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../../../components/empty-state';
import { formatMoney } from '../../../components/format';
import { useListParams } from '../../../components/list-params';
import { ResourceList, type Column } from '../../../components/resource-list';
import { SearchBox } from '../../../components/search-box';
import { holdInWords } from '../labels';
import { useBalanceBulk } from '../holds/hold-bulk';
import { balancesQuery, type Balance } from '../payouts.queries';
import { t } from '../../../i18n/t';

const COLUMNS: readonly Column<Balance>[] = [
  {
    id: 'member',
    title: t('Member'),
    cell: ({ uid, username, name }) => (
      <>
        <Anchor component={Link} to={`/users/${uid}/earnings`} fw={600}>
          {username}
        </Anchor>
        <Text size="xs" c="dimmed">
          {name}
        </Text>
      </>
    ),
  },
  {
    id: 'balance',
    title: t('Balance'),
    cell: ({ balance, currency_code }) => formatMoney(balance, currency_code),
    isNumeric: true,
  },
  {
    id: 'payable',
    title: t('Payable'),
    cell: ({ payable, currency_code }) => formatMoney(payable, currency_code),
    isNumeric: true,
  },
  {
    id: 'in_payouts',
    title: t('In payouts'),
    cell: ({ in_payouts, currency_code }) => formatMoney(in_payouts, currency_code),
    isNumeric: true,
  },
  {
    id: 'paid_so_far',
    title: t('Paid so far'),
    cell: ({ paid, currency_code }) => formatMoney(paid, currency_code),
    isNumeric: true,
  },
  {
    id: 'held_back',
    title: t('Held back'),
    cell: ({ holds, status }) =>
      [...holds.map(holdInWords), ...(status === 'active' ? [] : [status])].join(', ') || 'no',
  },
];

/** What members have earned and not been paid. */
export function Balances() {
  const params = useListParams();
  const { limit, offset, search } = params;
  const query = useQuery(balancesQuery({ limit, offset, ...(search && { search }) }));
  const bulk = useBalanceBulk(search);
  return (
    <ResourceList
      label={t('Balances')}
      name="balances"
      query={query}
      params={params}
      columns={COLUMNS}
      keyOf={({ uid }) => uid}
      bulk={bulk}
      toolbar={
        <SearchBox label={t('Search by username, name or e-mail address')} value={search} onChange={params.setSearch} />
      }
      empty={
        <EmptyState title={t('No balances yet')} hint={t('Nobody has earned anything so far.')} Icon={IconScale} />
      }
    />
  );
}
