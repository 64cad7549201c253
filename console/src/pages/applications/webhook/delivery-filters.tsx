import { Select } from '@mantine/core';
import type { ListParams } from '../../../components/list-params';
import type { DeliveryStatus, DeliveryType } from './webhook.queries';
import { DELIVERY_STATUSES, DELIVERY_TYPES, isDeliveryStatus, isDeliveryType } from './webhook.words';

/** What {@link DeliveryFilters} keeps in the address. */
export const DELIVERY_FILTERS = ['status', 'event_type'] as const;

/** Which deliveries a list shows. */
export interface DeliveryFilter {
  status?: DeliveryStatus;
  event_type?: DeliveryType;
}

/** The filter that the address asks for; what is no status or type there asks for nothing. */
export function filteredBy({ status, event_type }: ListParams['filters']): DeliveryFilter {
  return { ...(isDeliveryStatus(status) && { status }), ...(isDeliveryType(event_type) && { event_type }) };
}

/** The choice of deliveries by their status and event. */
export function DeliveryFilters({ params }: { params: ListParams }) {
  const { status, event_type } = filteredBy(params.filters);
  return (
    <>
      <Select
        label="Status"
        placeholder="Any status"
        data={Object.entries(DELIVERY_STATUSES).map(([value, label]) => ({ value, label }))}
        value={status ?? null}
        onChange={(value) => params.setFilter('status', value)}
        w={{ base: '100%', xs: 200 }}
        clearable
        clearButtonProps={{ 'aria-label': 'Any status' }}
      />
      <Select
        label="Event"
        placeholder="Any event"
        data={DELIVERY_TYPES}
        value={event_type ?? null}
        onChange={(value) => params.setFilter('event_type', value)}
        w={{ base: '100%', xs: 200 }}
        clearable
        clearButtonProps={{ 'aria-label': 'Any event' }}
      />
    </>
  );
}
