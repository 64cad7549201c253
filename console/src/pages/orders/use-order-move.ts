import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure } from '../../api/failure';
import { api, dataOf } from '../../api/client';
import { useChange } from '../../api/use-change';
import { orderQuery, type Order, type OrderStatus } from './orders.queries';

interface OrderMove {
  /** Moves the order; it fails with what a dialog says, except for a move that is not possible any more. */
  move: (status: OrderStatus) => Promise<void>;
  isPending: boolean;
  /** Why the last move was refused: the order had moved already. */
  conflict: ApiFailure | undefined;
  forget: () => void;
}

/** Moves an order along. When somebody else was quicker, the order is read again, and {@link OrderMove.conflict} says so. */
export function useOrderMove({ id, order_number }: Order): OrderMove {
  const client = useQueryClient();
  const [conflict, setConflict] = useState<ApiFailure>();
  const change = useChange({
    run: (status: OrderStatus) =>
      dataOf(api.PATCH('/admin/api/orders/{id}/', { params: { path: { id } }, body: { status } })),
    refreshes: [['orders'], ['audit'], ['overview']],
    done: ({ status }) => `Order ${order_number} is ${status}`,
    onDone: (order) => client.setQueryData(orderQuery(String(id)).queryKey, order),
    quiet: true,
  });
  const move = async (status: OrderStatus): Promise<void> => {
    setConflict(undefined);
    try {
      await change.mutateAsync(status);
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status !== 409) throw error;
      setConflict(error);
      await client.invalidateQueries({ queryKey: ['orders'] });
    }
  };
  return { move, isPending: change.isPending, conflict, forget: () => setConflict(undefined) };
}
