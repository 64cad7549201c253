import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconScale } from '@tabler/icons-react';
import { inWords } from '#console/api/words';
import { EmptyState } from '#console/components/empty-state';
import { formatMoney } from '#console/components/format';
import type { ListFilter } from '#console/components/list-filters';
import { pageOf, useList } from '#console/components/list-params';
import { ListSums } from '#console/components/list-sums';
import { ListToolbar } from '#console/components/list-toolbar';
import { UserLink } from '#console/components/person';
import { ResourceList, type Column } from '#console/components/resource-list';
import { holdInWords } from '../labels';
import { MEMBER_KINDS, MEMBER_STATUSES } from '../../network';
import { useBalanceBulk } from '../holds/hold-bulk';
import { balancesQuery, type Balance, type BalancesQuery } from '../payouts.queries';
import { t } from '#console/i18n/t';

const COLUMNS: readonly Column<Balance>[] = [
  {
    id: 'member',
    title: t('Member'),
    sort: 'username',
    cell: ({ uid, username, name }) => (
      <>
        <UserLink uid={uid} name={username} tab="earnings" fw={600} />
        <Text size="xs" c="dimmed">
          {name}
        </Text>
      </>
    ),
  },
  {
    id: 'balance',
    title: t('Balance'),
    sort: '-balance',
    cell: ({ balance, currency_code }) => formatMoney(balance, currency_code),
    isNumeric: true,
  },
  {
    id: 'payable',
    title: t('Payable'),
    sort: '-payable',
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
      [...holds.map(holdInWords), ...(status === 'active' ? [] : [inWords(status)])].join(', ') || t('No'),
  },
];

const FILTERS: readonly ListFilter[] = [
  {
    kind: 'choice',
    name: 'on_hold',
    label: t('Hold'),
    choices: [
      { value: 'true', label: t('On hold') },
      { value: 'false', label: t('Not on hold') },
    ],
  },
  { kind: 'amounts', label: t('Balance'), names: ['least'] },
  { kind: 'choice', name: 'kind', label: t('Kind'), choices: MEMBER_KINDS },
  { kind: 'choice', name: 'status', label: t('Status'), choices: MEMBER_STATUSES },
];

/** What members have earned and not been paid. */
export function Balances() {
  const list = useList(FILTERS, '-balance');
  const query = useQuery(balancesQuery({ ...pageOf<BalancesQuery>(list), sums: 'true' }));
  const currency = query.data?.results[0]?.currency_code ?? null;
  const bulk = useBalanceBulk(pageOf<BalancesQuery>(list));
  return (
    <ResourceList
      label={t('Balances')}
      name="balances"
      query={query}
      params={list}
      columns={COLUMNS}
      keyOf={({ uid }) => uid}
      bulk={bulk}
      toolbar={<ListToolbar list={list} search={t('Search by username, name or e-mail address')} />}
      csv={{ path: 'earnings/balances/', asked: list.narrowed }}
      sums={
        <ListSums
          figures={(query.data?.sums ?? []).flatMap(({ balance, payable }) => [
            [t('Balance'), formatMoney(balance, currency)],
            [t('Payable'), formatMoney(payable, currency)],
          ])}
        />
      }
      empty={
        <EmptyState title={t('No balances yet')} hint={t('Nobody has earned anything so far.')} Icon={IconScale} />
      }
    />
  );
}
