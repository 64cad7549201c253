import { FilterSelect } from '../../../components/filter-select';
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

/** Filter fields for status and event. */
export function DeliveryFilters({ params }: { params: ListParams }) {
  const events = useEvents();
  return (
    <>
      <FilterSelect
        params={params}
        name="status"
        label={t('Status')}
        any={t('Any status')}
        data={Object.entries(DELIVERY_STATUSES).map(([value, label]) => ({ value, label }))}
        width={200}
        hasLabel
      />
      <FilterSelect
        params={params}
        name="event_type"
        label={t('Event')}
        any={t('Any event')}
        data={Object.keys(events)}
        width={200}
        hasLabel
      />
    </>
  );
}
