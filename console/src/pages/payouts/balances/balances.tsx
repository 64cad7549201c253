import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconScale } from '@tabler/icons-react';
import { Link } from 'react-router';
import { inWords } from '../../../api/words';
import { EmptyState } from '../../../components/empty-state';
import { formatMoney } from '../../../components/format';
import type { ListFilter } from '../../../components/list-filters';
import { pageOf, useList } from '../../../components/list-params';
import { ListToolbar } from '../../../components/list-toolbar';
import { ResourceList, type Column } from '../../../components/resource-list';
import { holdInWords } from '../labels';
import { MEMBER_KINDS, MEMBER_STATUSES } from '../../network';
import { useBalanceBulk } from '../holds/hold-bulk';
import { balancesQuery, type Balance, type BalancesQuery } from '../payouts.queries';
import { t } from '../../../i18n/t';

const COLUMNS: readonly Column<Balance>[] = [
  {
    id: 'member',
    title: t('Member'),
    sort: 'username',
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
  const query = useQuery(balancesQuery(pageOf<BalancesQuery>(list)));
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
      empty={
        <EmptyState title={t('No balances yet')} hint={t('Nobody has earned anything so far.')} Icon={IconScale} />
      }
    />
  );
}
