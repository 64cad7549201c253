import { FilterChips } from '../../../components/filter-chips';
import type { ListFilter } from '../../../components/list-filters';
import type { ListParams } from '../../../components/list-params';
import { useEvents, type DeliveryType } from '../../../api/events';
import type { DeliveryStatus } from './webhook.queries';
import { DELIVERY_STATUSES, isDeliveryStatus } from './webhook.labels';
import { t } from '../../../i18n/t';

/** What {@link DeliveryFilters} keeps in the URL. */
export const DELIVERY_FILTERS = ['status', 'event_type'] as const;

/** Filters of a list of deliveries. */
export interface DeliveryFilter {
  status?: DeliveryStatus;
  event_type?: DeliveryType;
}

/** The filter in the URL; unknown statuses and types are ignored. */
export function useDeliveryFilter({ status, event_type }: ListParams['filters']): DeliveryFilter {
  const events = useEvents();
  const isType = event_type !== undefined && Object.hasOwn(events, event_type);
  return { ...(isDeliveryStatus(status) && { status }), ...(isType && { event_type: event_type as DeliveryType }) };
}

/** Filters for status and event. @param more those of the list itself */
export function DeliveryFilters({ params, more = [] }: { params: ListParams; more?: readonly ListFilter[] }) {
  const events = useEvents();
  const declared: ListFilter[] = [
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
    ...more,
  ];
  return <FilterChips declared={declared} params={params} />;
}
