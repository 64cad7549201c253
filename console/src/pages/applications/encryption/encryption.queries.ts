import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '#console/api/client';
import { t } from '#console/i18n/t';

export type EncryptionKey = Schemas['ListedEncryptionKeyView'];

export type Jwk = Schemas['EncryptionJwkView'];

/** More than the maximum: 10 live keys for each of 4 platforms. */
const ALL_LIVE = 100;

/** All live keys of an application, newest first, without key material: listing keys does not count as viewing them. */
export const liveKeysQuery = (id: string) =>
  queryOptions({
    queryKey: ['applications', 'encryption-keys', id, 'live'],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/admin/api/applications/{id}/encryption-keys/', {
          params: { path: { id }, query: { limit: ALL_LIVE, status: 'live', texts: 'false' } },
          signal,
        }),
      ),
  });

/** Retired keys of an application, newest first, without key material. */
export const retiredKeysQuery = (id: string, query: { limit: number; offset: number; search?: string }) =>
  queryOptions({
    queryKey: ['applications', 'encryption-keys', id, 'retired', query],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/admin/api/applications/{id}/encryption-keys/', {
          params: { path: { id }, query: { ...query, status: 'retired', texts: 'false' } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Reads one key with its key material, which is audited. */
export async function collect(id: string, kid: string): Promise<EncryptionKey & { jwk: Jwk }> {
  const { results } = await dataOf(
    api.GET('/admin/api/applications/{id}/encryption-keys/', {
      params: { path: { id }, query: { limit: 1, search: kid } },
    }),
  );
  const [key] = results;
  if (!key?.jwk) throw new Error(t('the key {{kid}} was not sent', { kid }));
  return { ...key, jwk: key.jwk };
}
