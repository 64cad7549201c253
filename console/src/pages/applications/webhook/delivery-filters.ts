import type { ListFilter } from '#console/components/list-filters';
import { useEvents } from '#console/api/events';
import { DELIVERY_STATUSES } from './webhook.labels';
import { t } from '#console/i18n/t';

/** The filters of a list of deliveries. */
export function useDeliveryFilters(): readonly ListFilter[] {
  const events = useEvents();
  return [
    {
      kind: 'choice',
      name: 'status',
      label: t('Status'),
      choices: Object.entries(DELIVERY_STATUSES).map(([value, label]) => ({ value, label })),
    },
    {
      kind: 'choice',
      name: 'event_type',
      label: t('Event'),
      choices: Object.keys(events).map((value) => ({ value, label: value })),
    },
  ];
}
