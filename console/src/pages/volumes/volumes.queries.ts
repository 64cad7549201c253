import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type QueryOf, type Schemas } from '../../api/client';

export type Volume = Schemas['VolumeView'];
export type VolumeKind = Volume['kind'];

export type VolumesQuery = QueryOf<'/admin/api/volumes/'>;

/** Rows of the volume ledger, newest first. */
export const volumesQuery = (query: VolumesQuery) =>
  queryOptions({
    queryKey: ['volumes', 'list', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/volumes/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** The order of a row; shares its cache entry with the order page. */
export const soldOrderQuery = (id: number) =>
  queryOptions({
    queryKey: ['orders', 'one', String(id)],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/orders/{id}/', { params: { path: { id } }, signal })),
  });
