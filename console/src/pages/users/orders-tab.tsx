import { IconReceipt } from '@tabler/icons-react';
import { EmptyState } from '../../components/empty-state';
import { OrderList } from '../orders';
import { useUser } from './use-user';
import { t } from '../../i18n/t';

/** The orders of a user. */
export function OrdersTab() {
  const { uid, username } = useUser();
  return (
    <OrderList
      uid={uid}
      empty={
        <EmptyState
          title={t('No orders yet')}
          hint={t('{{username}} has not placed an order yet.', { username })}
          Icon={IconReceipt}
        />
      }
    />
  );
}
