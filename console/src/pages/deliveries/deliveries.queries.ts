import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';
import { pollInterval, type DeliveryFilter } from '../applications';

export type Delivery = Schemas['ApplicationDeliveryView'];

interface DeliveriesQuery extends DeliveryFilter {
  limit: number;
  offset: number;
  search?: string;
  application_id?: string;
  since?: string;
}

/** The deliveries to all applications, newest first; polled while any of them is pending. */
export const allDeliveriesQuery = (query: DeliveriesQuery) =>
  queryOptions({
    queryKey: ['deliveries', 'list', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/deliveries/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollInterval(state.data?.results ?? []),
  });
