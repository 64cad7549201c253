import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from './client';

/** Who is signed in; refused with 401 when nobody is. */
export const identityQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => dataOf(api.GET('/admin/api/session/', { signal })),
  staleTime: Infinity,
  retry: false,
});

/** Logs in; the service sets the session's cookie, which no script can read. */
export function logIn(body: { username: string; password: string }): Promise<unknown> {
  return dataOf(api.POST('/admin/api/session/', { body }));
}

/** Logs out: the session ends and the cookie goes. */
export function logOut(): Promise<unknown> {
  return dataOf(api.DELETE('/admin/api/session/'));
}
