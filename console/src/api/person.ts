import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from './client';

/** A user by uid; shares its cache entry with the user's page. */
export const personQuery = (uid: number) =>
  queryOptions({
    queryKey: ['users', 'one', String(uid)],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/users/{uid}/', { params: { path: { uid } }, signal })),
  });
