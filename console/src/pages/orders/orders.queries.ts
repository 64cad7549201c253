import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type QueryOf, type Schemas } from '../../api/client';

export type Order = Schemas['AdminOrderView'];
export type OrderStatus = Order['status'];
export type OrderDetails = Schemas['AdminOrderDetailsView'];
export type OrderMove = OrderDetails['moves'][number];

export type OrdersQuery = QueryOf<'/admin/api/orders/'>;

/** All orders, or those of one user. */
export const ordersQuery = (query: OrdersQuery) =>
  queryOptions({
    queryKey: ['orders', 'list', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/orders/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** Whether an order can be returned. */
export const isReturnable = ({ status }: Order): boolean => status === 'paid' || status === 'completed';

/** The number of pieces that were not returned. */
export const piecesLeft = ({ items }: Order): number =>
  items.reduce((sum, { quantity, returned }) => sum + quantity - returned, 0);

/** One order with its history. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/orders/{id}/', { params: { path: { id: Number(id) } }, signal })),
  });

export type OrderInRun = Schemas['OrderInRunView'];

/** Lines of each run that the page of an order shows at once. */
export const COMMISSION_LINES = 25;

/** Who was paid on an order. @param page from 0 */
export const orderCommissionsQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ['orders', 'commissions', id, page],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/admin/api/orders/{id}/commissions/', {
          params: { path: { id }, query: { limit: COMMISSION_LINES, offset: page * COMMISSION_LINES } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** The application through which an order was placed or moved; shares its cache entry with the application page. */
export const placingApplicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', 'one', id],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/applications/{id}/', { params: { path: { id } }, signal })),
  });
