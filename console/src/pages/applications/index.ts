export { DELIVERY_COLUMNS } from './webhook/delivery-columns';
export { DELIVERY_FILTERS, DeliveryFilters, useDeliveryFilter, type DeliveryFilter } from './webhook/delivery-filters';
export { pollInterval } from './webhook/webhook.queries';
export { deliveryAddress } from './webhook/webhook.labels';
