import { formatNumber } from '../../components/format';
import type { OrderStatus } from './orders.queries';

/** Descriptions of order statuses. */
export const STATUS_TEXTS: Readonly<Record<OrderStatus, string>> = {
  placed: 'Awaiting payment.',
  paid: 'Paid, awaiting completion.',
  completed: 'Completed. It can only be returned.',
  cancelled: 'Cancelled. This is final.',
  returned: 'Fully returned. This is final.',
};

/** Order statuses as select options. */
export const ORDER_STATUSES: readonly { value: OrderStatus; label: string }[] = [
  { value: 'placed', label: 'Placed' },
  { value: 'paid', label: 'Paid' },
  { value: 'completed', label: 'Completed' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'returned', label: 'Returned' },
];

/** `80 business volume · 120 points · 80 cumulative volume`. */
export function volumesInWords(of: { business_volume: number; points: number; cumulative_volume: number }): string {
  return [
    `${formatNumber(of.business_volume)} business volume`,
    `${formatNumber(of.points)} points`,
    `${formatNumber(of.cumulative_volume)} cumulative volume`,
  ].join(' · ');
}
