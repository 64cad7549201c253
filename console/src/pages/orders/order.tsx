import { Anchor, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { CustomFieldsSection } from '../../components/custom-fields';
import { LineTable } from '../../components/line-table';
import { May } from '../../components/may';
import { PageHeader } from '../../components/page-header';
import { PendingPage } from '../../components/pending-page';
import { Slot } from '../../extensions/slot';
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
  const query = useQuery(orderQuery(id));
  const { data } = query;
  if (data === undefined) return <PendingPage title="Order" back={BACK} query={query} heights={[90, 90, 240]} />;
  return <Found order={data} />;
}

function Found({ order }: { order: OrderDetails }) {
  const { order_number, status, items, totals, currency_code, uid, username, name } = order;
  return (
    <>
      <PageHeader
        title={`Order ${order_number}`}
        back={BACK}
        aside={<StatusBadge status={status} />}
        description={
          <>
            Bought by{' '}
            <Anchor component={Link} to={`/users/${uid}/orders`} inherit underline="always">
              {username}
            </Anchor>
            {name !== '' && `, ${name}`} (uid {uid})
          </>
        }
      />
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
        <CustomFieldsSection
          key={`fields of ${order.id}`}
          resource="orders"
          of={order}
          permission="orders.write"
          path={`orders/${order.id}/custom-fields/`}
          queryKey={orderQuery(String(order.id)).queryKey}
        />
        <May do="volumes.read">
          <OrderVolumes id={order.id} number={order_number} lines={items} />
        </May>
        <Slot name="order" given={{ id: order.id, order_number, status, uid, currency_code }} />
        <OrderHistory order={order} />
      </Stack>
    </>
  );
}
