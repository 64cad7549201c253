export { DELIVERY_COLUMNS } from './webhook/delivery-columns';
export { useDeliveryFilters } from './webhook/delivery-filters';
export { listPollInterval, watchResent } from './webhook/webhook.queries';
export { deliveryAddress } from './webhook/webhook.labels';
