import { formatNumber } from '../../components/format';
import type { OrderStatus } from './orders.queries';
import { t } from '../../i18n/t';

/** Descriptions of order statuses. */
export const STATUS_TEXTS: Readonly<Record<OrderStatus, string>> = {
  placed: t('Awaiting payment.'),
  paid: t('Paid, awaiting completion.'),
  completed: t('Completed. It can only be returned.'),
  cancelled: t('Cancelled. This is final.'),
  returned: t('Fully returned. This is final.'),
};

/** Order statuses as select options. */
export const ORDER_STATUSES: readonly { value: OrderStatus; label: string }[] = [
  { value: 'placed', label: t('Placed') },
  { value: 'paid', label: t('Paid') },
  { value: 'completed', label: t('Completed') },
  { value: 'cancelled', label: t('Cancelled') },
  { value: 'returned', label: t('Returned') },
];

/** `80 business volume · 120 points · 80 cumulative volume`. */
export function volumesInWords(of: { business_volume: number; points: number; cumulative_volume: number }): string {
  return [
    t('{{business_volume}} business volume', { business_volume: formatNumber(of.business_volume) }),
    t('{{points}} points', { points: formatNumber(of.points) }),
    t('{{cumulative_volume}} cumulative volume', { cumulative_volume: formatNumber(of.cumulative_volume) }),
  ].join(' · ');
}
