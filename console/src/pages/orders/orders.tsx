import { IconReceipt } from '@tabler/icons-react';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { OrderList } from './order-list';

/** All orders. */
export function OrdersPage() {
  return (
    <>
      <PageHeader title="Orders" description="All orders, newest first. Carts become orders when they are placed." />
      <OrderList
        empty={
          <EmptyState title="No orders yet" hint="Orders placed through applications appear here." Icon={IconReceipt} />
        }
      />
    </>
  );
}
