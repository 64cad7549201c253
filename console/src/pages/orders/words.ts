import type { OrderStatus } from './orders.queries';

/** What the states of an order mean. */
export const MEANINGS: Readonly<Record<OrderStatus, string>> = {
  placed: 'Waiting to be paid.',
  paid: 'Paid, and waiting to be completed.',
  completed: 'Completed. Nothing changes any more.',
  cancelled: 'Cancelled. Nothing changes any more.',
};

/** The statuses of orders, as options of a choice. */
export const ORDER_STATUSES: readonly { value: OrderStatus; label: string }[] = [
  { value: 'placed', label: 'Placed' },
  { value: 'paid', label: 'Paid' },
  { value: 'completed', label: 'Completed' },
  { value: 'cancelled', label: 'Cancelled' },
];
