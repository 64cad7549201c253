import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from './client';

/** The logged-in user; 401 without a session. */
export const identityQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => dataOf(api.GET('/admin/api/session/', { signal })),
  staleTime: Infinity,
  retry: false,
});

/** Logs in; the service sets the session cookie, which scripts cannot read. */
export function logIn(body: { username: string; password: string }): Promise<unknown> {
  return dataOf(api.POST('/admin/api/session/', { body }));
}

/** Logs out: the session ends and the cookie is cleared. */
export function logOut(): Promise<unknown> {
  return dataOf(api.DELETE('/admin/api/session/'));
}
