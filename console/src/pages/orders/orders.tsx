import { IconReceipt } from '@tabler/icons-react';
import { EmptyState } from '../../components/empty-state';
import { PageHeader } from '../../components/page-header';
import { OrderList } from './order-list';
import { t } from '../../i18n/t';

/** All orders. */
export function OrdersPage() {
  return (
    <>
      <PageHeader
        title={t('Orders')}
        description={t('All orders, newest first. Carts become orders when they are placed.')}
      />
      <OrderList
        empty={
          <EmptyState
            title={t('No orders yet')}
            hint={t('Orders placed through applications appear here.')}
            Icon={IconReceipt}
          />
        }
      />
    </>
  );
}
