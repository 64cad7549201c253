import type { Column } from '#console/components/resource-list';
import { StatusBadge } from '#console/components/status-badge';
import { When } from '#console/components/when';
import type { Delivery } from './webhook.queries';
import { outcomeOf, shownStatus } from './webhook.labels';
import { t } from '#console/i18n/t';

/** The columns that all lists of deliveries share. */
export const DELIVERY_COLUMNS: readonly Column<Delivery>[] = [
  { id: 'status', title: t('Status'), cell: (one) => <StatusBadge status={shownStatus(one)} /> },
  { id: 'attempts', title: t('Attempts'), cell: ({ attempt_count }) => attempt_count, isNumeric: true },
  { id: 'last_response', title: t('Last response'), cell: ({ last_attempt }) => outcomeOf(last_attempt) },
  { id: 'when', title: t('When'), cell: ({ created_at }) => <When at={created_at} /> },
];
