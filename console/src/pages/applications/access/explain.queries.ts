import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '#console/api/client';

export type Explanation = Schemas['ExplanationView'];
export type Check = Schemas['CheckView'];

/** A request to test; empty fields are omitted. */
export type Attempt = { ip: string; origin: string; referer: string; version: string; at: string };

/**
 * The result of an application's saved rules for a request.
 * @param savedAt when the application was last changed; part of the cache key
 */
export const explanationQuery = (id: string, { ip, origin, referer, version, at }: Attempt, savedAt: string) =>
  queryOptions({
    queryKey: ['applications', 'explanation', id, { ip, origin, referer, version, at }, savedAt],
    queryFn: ({ signal }) =>
      dataOf(
        api.POST('/admin/api/applications/{id}/explain/', {
          params: { path: { id } },
          body: {
            ip,
            ...(origin && { origin }),
            ...(referer && { referer }),
            ...(version && { version }),
            ...(at && { at: instant(at) }),
          },
          signal,
        }),
      ),
    enabled: ip !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });

/** A local time as an instant; an invalid one is left for the service to reject. */
function instant(local: string): string {
  const time = Date.parse(local);
  return Number.isNaN(time) ? local : new Date(time).toISOString();
}
