import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '#console/api/client';

export type ApplicationKey = Schemas['KeyView'];
export type IssuedKey = Schemas['IssuedKeyView'];

/** The keys of an application, newest first, without key material. */
export const keysQuery = (id: string, query: { limit: number; offset: number; search?: string }) =>
  queryOptions({
    queryKey: ['applications', 'keys', id, query],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/admin/api/applications/{id}/keys/', { params: { path: { id }, query }, signal })),
    placeholderData: keepPreviousData,
  });

export type KeyState = 'live' | 'ending' | 'ended' | 'revoked';

/** The state of a key. @param now in milliseconds since 1970 */
export function keyState({ expires_at, revoked_at }: ApplicationKey, now: number): KeyState {
  if (revoked_at !== null) return 'revoked';
  if (expires_at === null) return 'live';
  return Date.parse(expires_at) > now ? 'ending' : 'ended';
}
