import { Button } from '@mantine/core';
import { IconPlus, IconReceipt } from '@tabler/icons-react';
import { EmptyState } from '../../components/empty-state';
import { May } from '../../components/may';
import { PageHeader } from '../../components/page-header';
import { useDialog } from '../../components/use-dialog';
import { OrderList } from './order-list';
import { PlaceDialog } from './place-dialog';
import { t } from '../../i18n/t';

/** All orders. */
export function OrdersPage() {
  const dialog = useDialog('place');
  return (
    <>
      <PageHeader
        title={t('Orders')}
        description={t('All orders, newest first. Carts become orders when they are placed.')}
        actions={
          <May do="orders.place">
            <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => dialog.open()}>
              {t('Place an order')}
            </Button>
          </May>
        }
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
      <PlaceDialog dialog={dialog} />
    </>
  );
}
