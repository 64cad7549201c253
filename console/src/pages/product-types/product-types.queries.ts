import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';

export type ProductType = Schemas['ProductTypeView'];

interface ListQuery {
  limit: number;
  offset?: number;
  search?: string;
}

/** The list of product types. */
export const productTypesQuery = (query: ListQuery) =>
  queryOptions({
    queryKey: ['product-types', 'list', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/product-types/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** One product type. */
export const productTypeQuery = (name: string) =>
  queryOptions({
    queryKey: ['product-types', 'one', name],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/product-types/{name}/', { params: { path: { name } }, signal })),
  });
