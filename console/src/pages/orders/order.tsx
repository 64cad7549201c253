import { Box, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { TwoColumns } from '../../components/two-columns';
import { CustomFieldsSection } from '../../components/custom-fields';
import { formatMoney } from '../../components/format';
import { May } from '../../components/may';
import { PendingPage } from '../../components/pending-page';
import { When } from '../../components/when';
import { Slot } from '../../extensions/slot';
import { OrderVolumes } from '../volumes';
import { OrderCommissions } from './order-commissions';
import { OrderHead, OrderStatusPanel } from './order-head';
import { OrderHistory } from './order-history';
import { OrderItems } from './order-items';
import { OrderPeople } from './order-people';
import { OrderReturns } from './order-returns';
import { orderQuery, type OrderDetails } from './orders.queries';
import { rich } from '../../i18n/rich';
import { plural, t } from '../../i18n/t';

const BACK = { to: '/orders', label: t('Orders') };

/** One order: products, returns, who was paid on it, its history, and who bought it. */
export function OrderPage() {
  const { id = '' } = useParams();
  const query = useQuery(orderQuery(id));
  const { data } = query;
  if (data === undefined) return <PendingPage title={t('Order')} back={BACK} query={query} heights={[90, 90, 240]} />;
  return <Found key={data.id} order={data} />;
}

function Found({ order }: { order: OrderDetails }) {
  const { id, order_number: number, status, items, totals, currency_code, uid, placed_at: at } = order;
  return (
    <>
      <OrderHead
        order={order}
        description={
          <>
            {rich('{{price}} for {{quantity}}, placed <when/>', {
              price: formatMoney(totals.price, currency_code),
              quantity: plural(totals.quantity, '{{count}} piece', '{{count}} pieces'),
              when: <When at={at} />,
            })}
          </>
        }
      />
      <TwoColumns
        aside={
          <>
            <OrderStatusPanel order={order} />
            <OrderPeople order={order} />
          </>
        }
      >
        <OrderItems order={order} />
        <OrderReturns order={order} />
        <May do="statements.read">
          <OrderCommissions id={id} number={number} />
        </May>
        <OrderHistory order={order} />
      </TwoColumns>
      <Box mt="lg">
        <Stack gap="lg">
          <CustomFieldsSection
            key={t('fields of {{id}}', { id })}
            resource="orders"
            of={order}
            permission="orders.write"
            path={`orders/${id}/custom-fields/`}
            queryKey={orderQuery(String(id)).queryKey}
          />
          <Slot name="order" given={{ id, order_number: number, status, uid, currency_code }} />
          <May do="volumes.read">
            <OrderVolumes id={id} number={number} lines={items} />
          </May>
        </Stack>
      </Box>
    </>
  );
}
