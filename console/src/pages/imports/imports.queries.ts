import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type QueryOf, type Schemas } from '../../api/client';

export type Import = Schemas['ImportView'];
export type ListedImport = Schemas['ListedImportView'];
type ImportStatus = Import['status'];

/** Milliseconds between reads of an unfinished import. */
const LOOK_MS = 1_000;
const LOOK_AT_LIST_MS = 3_000;

/** Whether an import is unfinished. */
export const isGoing = ({ status }: { status: ImportStatus }): boolean => status === 'queued' || status === 'running';

export type ImportsQuery = QueryOf<'/admin/api/imports/'>;

/** Imports, newest first. */
export const importsQuery = (query: ImportsQuery) =>
  queryOptions({
    queryKey: ['imports', 'list', query],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/imports/', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.results.some(isGoing) === true ? LOOK_AT_LIST_MS : false),
  });

/** One import, read again and again until it is finished. */
export const importQuery = (id: string) =>
  queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/imports/{id}/', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data !== undefined && isGoing(state.data) ? LOOK_MS : false),
  });

/** Who asked for an import; shares its cache entry with the user page. */
export const importerQuery = (uid: number) =>
  queryOptions({
    queryKey: ['users', 'one', String(uid)],
    queryFn: ({ signal }) => dataOf(api.GET('/admin/api/users/{uid}/', { params: { path: { uid } }, signal })),
  });
