import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../api/client';

export type Order = Schemas['AdminOrderView'];
export type OrderStatus = Order['status'];
export type AuditEntry = Schemas['AuditEntryView'];

/** Most moves of one order: it never moves more often than twice. */
const MOVES = 10;

interface OrdersQuery {
  limit: number;
  offset: number;
  search?: string;
  status?: OrderStatus;
  uid?: number;
}

/** Everybody's orders, or those of one user. */
export const ordersQuery = (query: OrdersQuery) =>
  queryOptions({
    queryKey: ['orders', 'list', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/orders/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** The user whose orders are looked for; the page of the user reads the same. */
export const buyerQuery = (uid: string) =>
  queryOptions({
    queryKey: ['users', 'one', uid],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/users/{uid}/', { params: { path: { uid: Number(uid) } }, signal })),
  });

/** One order. */
export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/orders/{id}/', { params: { path: { id: Number(id) } }, signal })),
  });

/** Who moved an order, from where to where, newest first: the audit log knows. */
export const orderMovesQuery = (id: number) =>
  queryOptions({
    queryKey: ['audit', 'of-order', id],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/admin/api/audit/', {
          params: {
            query: { entity_type: 'order', entity_id: String(id), action: 'order.change-status', limit: MOVES },
          },
          signal,
        }),
      ),
  });

/** The application through which an order was placed; the page of the application reads the same. */
export const placingApplicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', 'one', id],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/applications/{id}/', { params: { path: { id } }, signal })),
  });
