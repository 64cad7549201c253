import { Skeleton, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { FailureState } from '../../components/failure-state';
import { LineTable } from '../../components/line-table';
import { PageHeader } from '../../components/page-header';
import { OrderVolumes } from '../volumes';
import { StatusBadge } from '../../components/status-badge';
import { Totals } from '../../components/totals';
import { OrderHistory } from './order-history';
import { OrderStatusSection } from './order-status-section';
import { orderQuery, type OrderDetails } from './orders.queries';

const BACK = { to: '/orders', label: 'Orders' };

/** One order: status, totals, lines and history. */
export function OrderPage() {
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(orderQuery(id));
  if (isPending) return <LoadingSkeleton />;
  if (data === undefined)
    return (
      <>
        <PageHeader title="Order" back={BACK} />
        <FailureState error={error} onRetry={() => void refetch()} />
      </>
    );
  return <Found order={data} />;
}

function Found({ order }: { order: OrderDetails }) {
  const { order_number, status, items, totals, currency_code } = order;
  return (
    <>
      <PageHeader title={`Order ${order_number}`} back={BACK} aside={<StatusBadge status={status} />} />
      <Stack gap="lg">
        <OrderStatusSection key={order.id} order={order} />
        <Totals totals={totals} currency={currency_code} />
        <section aria-labelledby="lines">
          <Title order={2} id="lines" mb="sm">
            Products
          </Title>
          <LineTable
            label={`Products of order ${order_number}`}
            lines={items.map(({ line_item_label, ...line }) => ({ ...line, label: line_item_label }))}
            currency={currency_code}
          />
        </section>
        <OrderVolumes id={order.id} number={order_number} lines={items} />
        <OrderHistory order={order} />
      </Stack>
    </>
  );
}

function LoadingSkeleton() {
  return (
    <Stack role="status" aria-label="Loading the order">
      <Skeleton height={34} width={260} />
      <Skeleton height={90} />
      <Skeleton height={90} />
      <Skeleton height={240} />
    </Stack>
  );
}
