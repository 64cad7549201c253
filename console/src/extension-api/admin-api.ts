import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client';

/** Parameters of an operation's query; those that are undefined are left out. */
export type AdminParams = Readonly<Record<string, string | number | boolean | undefined>>;

interface AdminRequest {
  params?: AdminParams;
  /** Sent as JSON. */
  body?: object;
  signal?: AbortSignal;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The client without the types of the service's own operations. */
const untyped = api as unknown as {
  request: (
    method: string,
    path: string,
    init: { params: { query: AdminParams }; body?: object; signal?: AbortSignal },
  ) => Promise<{ data?: { data: unknown } }>;
};

/**
 * Calls an operation of the admin API, the extension's own or the service's. Asks users to confirm who they are if the operation requires it.
 * @param path below `/admin/api/`: `loyalty/points/`
 * @returns the `data` of the response's envelope
 * @throws ApiFailure
 */
export function callAdmin<Data = unknown>(
  method: Method,
  path: string,
  { params = {}, body, signal }: AdminRequest = {},
): Promise<Data> {
  const init = { params: { query: params }, ...(body && { body }), ...(signal && { signal }) };
  return dataOf(untyped.request(method.toLowerCase(), `/admin/api/${path}`, init)) as Promise<Data>;
}

/** The key of what {@link adminQuery} has read at a path, for `refreshes` of `useChange`: whatever the parameters. */
export function adminKey(path: string): readonly ['admin', string] {
  return ['admin', path];
}

/**
 * What `useQuery` needs to read from the admin API.
 * @param path below `/admin/api/`
 */
export function adminQuery<Data>(path: string, params: AdminParams = {}) {
  return queryOptions<Data>({
    queryKey: [...adminKey(path), params],
    queryFn: ({ signal }) => callAdmin<Data>('GET', path, { params, signal }),
  });
}
