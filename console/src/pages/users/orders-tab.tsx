import { IconReceipt } from '@tabler/icons-react';
import { EmptyState } from '../../components/empty-state';
import { OrderList } from '../orders';
import { useUser } from './use-user';

/** The orders of a user. */
export function OrdersTab() {
  const { uid, username } = useUser();
  return (
    <OrderList
      uid={uid}
      empty={<EmptyState title="No orders yet" hint={`${username} has not placed an order yet.`} Icon={IconReceipt} />}
    />
  );
}
