import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../../api/client';

export type Explanation = Schemas['ExplanationView'];
export type Check = Schemas['CheckView'];

/** A request as it might come; what is empty is left out. */
export type Attempt = { ip: string; origin: string; referer: string; version: string; at: string };

/**
 * What the rules of an application, as they are saved, would make of a request.
 * @param savedAt when the application was changed last, for other rules may say something else
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

/** A local time as an instant; what is none is for the service to refuse. */
function instant(local: string): string {
  const time = Date.parse(local);
  return Number.isNaN(time) ? local : new Date(time).toISOString();
}
