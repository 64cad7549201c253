import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../api/failure';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { orderQuery, type OrderDetails, type OrderStatus } from './orders.queries';
import { t } from '../../i18n/t';

interface OrderTransition {
  /** Changes the status; rejects with the failure, except for a conflict. */
  move: (status: OrderStatus, reason?: string) => Promise<void>;
  isPending: boolean;
  /** Set if the last change failed because the status had already changed. */
  conflict: ApiFailure | undefined;
  forget: () => void;
}

/** Changes the status of an order. On a conflict the order is refetched, and {@link OrderTransition.conflict} is set. */
export function useOrderTransition({ id, order_number }: OrderDetails): OrderTransition {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<ApiFailure>();
  const change = useChange({
    run: (body: { status: OrderStatus; reason?: string }) =>
      dataOf(api.PATCH('/admin/api/orders/{id}/', { params: { path: { id } }, body })),
    refreshes: [['orders'], ['volumes'], ['network'], ['audit'], ['home']],
    done: ({ status }) => t('Order {{order_number}} is {{status}}', { order_number, status }),
    onDone: (order) => client.setQueryData(orderQuery(String(id)).queryKey, order),
    quiet: true,
  });
  const move = async (status: OrderStatus, reason = ''): Promise<void> => {
    setConflict(undefined);
    try {
      await change.mutateAsync({ status, ...(reason.trim() !== '' && { reason }) });
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 409) throw error;
      setConflict(error);
      await client.invalidateQueries({ queryKey: ['orders'] });
    }
  };
  return { move, isPending: change.isPending, conflict, forget: () => setConflict(undefined) };
}
