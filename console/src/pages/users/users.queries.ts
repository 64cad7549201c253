import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type QueryOf, type Schemas } from '../../api/client';

export type User = Schemas['UserView'];
export type Role = User['roles'][number];
export type UserStatus = User['status'];
export type WishlistItem = Schemas['WishedProductView'];

interface PageQuery {
  limit: number;
  offset: number;
  search?: string;
}

export type UsersQuery = QueryOf<'/admin/api/users/'>;

/** The list of users. */
export const usersQuery = (query: UsersQuery) =>
  queryOptions({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/users/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });

/** One user. */
export const userQuery = (uid: string) =>
  queryOptions({
    queryKey: ['users', 'one', uid],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/users/{uid}/', { params: { path: { uid: Number(uid) } }, signal })),
  });

/** A member in the open period: what is estimated, and what is missing for the next rank. */
export const progressQuery = (uid: number) =>
  queryOptions({
    queryKey: ['users', 'progress', uid],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/commission-statements/progress/', { params: { query: { uid } }, signal })),
    retry: false,
  });

/** The newest notes about a user. */
export const notesQuery = (uid: number) =>
  queryOptions({
    queryKey: ['users', 'notes', uid],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/admin/api/users/{uid}/notes/', { params: { path: { uid }, query: { limit: 5, offset: 0 } }, signal }),
      ),
  });

/** What a user lets applications do. */
export const consentsQuery = (uid: number) =>
  queryOptions({
    queryKey: ['users', 'consents', uid],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/users/{uid}/consents/', { params: { path: { uid } }, signal })),
  });

// Viewing a user's cart or wishlist is audited: do not refetch when the window gets the focus.
const AUDITED_READ = { staleTime: 60_000, refetchOnWindowFocus: false } as const;

/** The cart of a user. */
export const cartQuery = (uid: number) =>
  queryOptions({
    queryKey: ['users', 'cart', uid],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/users/{uid}/cart/', { params: { path: { uid } }, signal })),
    ...AUDITED_READ,
  });

/** The wishlist of a user. */
export const wishlistQuery = (uid: number, query: PageQuery) =>
  queryOptions({
    queryKey: ['users', 'wishlist', uid, query],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/users/{uid}/wishlist/', { params: { path: { uid }, query }, signal })),
    placeholderData: keepPreviousData,
    ...AUDITED_READ,
  });
