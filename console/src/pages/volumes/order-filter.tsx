import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListFilter } from '../../components/list-filters';
import { foundOrdersQuery, soldOrderQuery } from './volumes.queries';
import { t } from '../../i18n/t';

const SHOWN = 20;
const DELAY_MS = 200;

/** Narrows the ledger to one order. */
export const ORDER_FILTER: ListFilter = {
  kind: 'own',
  name: 'order_id',
  label: t('Order'),
  accepts: /^\d{1,15}$/,
  told: (id) => <OrderNumber id={Number(id)} />,
  input: (id, set) => <OrderInput id={id} onChange={set} />,
};

function OrderNumber({ id }: { id: number }) {
  return useQuery(soldOrderQuery(id)).data?.order_number ?? id;
}

/** The service searches by number and user. */
function OrderInput({ id, onChange }: { id: string | undefined; onChange: (id: string | null) => void }) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), DELAY_MS);
  const { data, isFetching } = useQuery(foundOrdersQuery(search, SHOWN));
  return (
    <Select
      label={t('Order')}
      data-autofocus
      searchable
      data={(data?.results ?? []).map((order) => ({ value: String(order.id), label: order.order_number }))}
      value={id ?? null}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      // The service has already filtered.
      filter={({ options }) => options}
      nothingFoundMessage={isFetching ? t('Searching…') : t('No order matches')}
      rightSection={isFetching ? <Loader size={16} aria-hidden /> : undefined}
      maxDropdownHeight={320}
      comboboxProps={{ shadow: 'md' }}
    />
  );
}
