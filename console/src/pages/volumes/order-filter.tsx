import { Loader, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { foundOrdersQuery, soldOrderQuery } from './volumes.queries';
import { t } from '../../i18n/t';

const SHOWN = 20;
const DELAY_MS = 200;

/** Filters the ledger by order; the service searches by number and user. */
export function OrderFilter({ id, onChange }: { id: number | undefined; onChange: (id: string | null) => void }) {
  const [typed, setTyped] = useState('');
  const chosen = useQuery({ ...soldOrderQuery(id ?? 0), enabled: id !== undefined }).data;
  const isChosen = typed === chosen?.order_number;
  const [search] = useDebouncedValue(isChosen ? '' : typed.trim(), DELAY_MS);
  const { data, isFetching } = useQuery(foundOrdersQuery(search, SHOWN));
  const found = data?.results ?? [];
  const orders = chosen === undefined || found.some((order) => order.id === chosen.id) ? found : [chosen, ...found];
  return (
    <Select
      label={t('Order')}
      placeholder={t('Any order')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('Any order') }}
      data={orders.map((order) => ({ value: String(order.id), label: order.order_number }))}
      value={id === undefined ? null : String(id)}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      // The service has already filtered.
      filter={({ options }) => options}
      nothingFoundMessage={isFetching ? t('Searching…') : t('No order matches')}
      rightSection={isFetching ? <Loader size={16} aria-hidden /> : undefined}
      maxDropdownHeight={320}
      comboboxProps={{ shadow: 'md' }}
      w={{ base: '100%', xs: 170 }}
    />
  );
}
