import { IconReceipt } from '@tabler/icons-react';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { OrderList } from './order-list';

/** Everybody's orders. */
export function OrdersPage() {
  return (
    <>
      <PageHeader
        title="Orders"
        description="What was bought, newest first. Carts become orders when they are placed."
      />
      <OrderList
        empty={
          <EmptyState
            title="Nothing has been ordered yet"
            hint="Orders appear here as soon as somebody places a cart through an application."
            Icon={IconReceipt}
          />
        }
      />
    </>
  );
}
