import type { ItemStatus } from '../payouts.queries';
import { t } from '#console/i18n/t';

/** Statuses of items as select options. */
export const ITEM_STATUSES: readonly { value: ItemStatus; label: string }[] = [
  { value: 'pending', label: t('Not marked yet') },
  { value: 'paid', label: t('Paid') },
  { value: 'failed', label: t('Failed') },
  { value: 'cancelled', label: t('Left out') },
];
