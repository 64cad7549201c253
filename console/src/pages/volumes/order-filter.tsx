import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../api/client';
import type { ListFilter } from '../../components/list-filters';
import { SearchSelect } from '../../components/search-select';
import { soldOrderQuery } from './volumes.queries';
import { t } from '../../i18n/t';

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
  const { data } = useQuery({ ...soldOrderQuery(Number(id)), enabled: id !== undefined });
  return (
    <SearchSelect
      label={t('Order')}
      of="orders"
      find={async (query, signal) =>
        (await dataOf(api.GET('/admin/api/orders/', { params: { query }, signal }))).results
      }
      offer={({ id: value, order_number }) => ({ value: String(value), label: order_number })}
      value={data ?? null}
      onChange={(order) => onChange(order === null ? null : String(order.id))}
      none={t('No order matches')}
    />
  );
}
