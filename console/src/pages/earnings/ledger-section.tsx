import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../components/format';
import { FormSection } from '../../components/form-section';
import { PAGE_SIZE } from '../../components/list-params';
import { Person } from '../../components/person';
import { ResourceList, type Column } from '../../components/resource-list';
import { When } from '../../components/when';
import { entriesQuery, type Balance, type Entry } from './earnings.queries';

const KINDS: Readonly<Record<Entry['kind'], string>> = {
  commission: 'Commission',
  clawback: 'Taken back',
  adjustment: 'Adjustment',
  payout: 'Payout',
  payout_failed: 'Failed payout returned',
};

/** All entries of a member in the earnings ledger: their sum is the balance. */
export function LedgerSection({ balance: { uid, currency_code: currency } }: { balance: Balance }) {
  const [page, setPage] = useState(1);
  const query = useQuery(entriesQuery(uid, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE }));
  return (
    <FormSection title="Earnings ledger" description="Entries are never changed; their sum is the balance." isWide>
      <ResourceList
        label="Earnings ledger"
        query={query}
        params={{ page, setPage, isNarrowed: false, clear: () => setPage(1) }}
        columns={columnsOf(currency)}
        keyOf={({ id }) => id}
        empty={<Text size="sm">Nothing was earned or paid yet.</Text>}
      />
    </FormSection>
  );
}

const columnsOf = (currency: string): readonly Column<Entry>[] => [
  { title: 'Entry', cell: (entry) => <Source of={entry} /> },
  { title: 'Amount', cell: ({ amount }) => formatMoney(amount, currency), isNumeric: true },
  { title: 'Period', cell: ({ period }) => period ?? '–' },
  { title: 'Reason', cell: ({ reason }) => <span style={{ overflowWrap: 'anywhere' }}>{reason ?? '–'}</span> },
  { title: 'Written', cell: ({ at }) => <When at={at} /> },
  { title: 'By', cell: ({ by_uid: by }) => (by === null ? 'the service' : <Person uid={by} />) },
];

/** What an entry is, with a link to where it came from. */
function Source({ of: { kind, uid, run_id: run, payout_id: payout } }: { of: Entry }): ReactNode {
  const to =
    run !== null ? `/commission-runs/${run}/statements/${uid}` : payout !== null ? `/payouts/${payout}` : undefined;
  if (to === undefined) return <Text size="sm">{KINDS[kind]}</Text>;
  return (
    <Anchor component={Link} to={to} size="sm">
      {KINDS[kind]}
    </Anchor>
  );
}
