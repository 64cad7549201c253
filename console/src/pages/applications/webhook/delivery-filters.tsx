import { Select } from '@mantine/core';
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
