import { FilterSelect } from '../../../components/filter-select';
import type { ListParams } from '../../../components/list-params';
import type { DeliveryType } from '../../../api/events';
import type { DeliveryStatus } from './webhook.queries';
import { DELIVERY_STATUSES, DELIVERY_TYPES, isDeliveryStatus, isDeliveryType } from './webhook.labels';

/** What {@link DeliveryFilters} keeps in the URL. */
export const DELIVERY_FILTERS = ['status', 'event_type'] as const;

/** Filters of a list of deliveries. */
export interface DeliveryFilter {
  status?: DeliveryStatus;
  event_type?: DeliveryType;
}

/** The filter in the URL; unknown statuses and types are ignored. */
export function filteredBy({ status, event_type }: ListParams['filters']): DeliveryFilter {
  return { ...(isDeliveryStatus(status) && { status }), ...(isDeliveryType(event_type) && { event_type }) };
}

/** Filter fields for status and event. */
export function DeliveryFilters({ params }: { params: ListParams }) {
  return (
    <>
      <FilterSelect
        params={params}
        name="status"
        label="Status"
        any="Any status"
        data={Object.entries(DELIVERY_STATUSES).map(([value, label]) => ({ value, label }))}
        width={200}
        hasLabel
      />
      <FilterSelect
        params={params}
        name="event_type"
        label="Event"
        any="Any event"
        data={DELIVERY_TYPES}
        width={200}
        hasLabel
      />
    </>
  );
}
