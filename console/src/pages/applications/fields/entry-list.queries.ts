import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, dataOf, type Schemas } from '../../../api/client';

export type EntryKind = Schemas['CheckEntriesDto']['kind'];

/** The service's validation of access list entries. */
export const checkedEntriesQuery = (kind: EntryKind, entries: readonly string[]) =>
  queryOptions({
    queryKey: ['access-entries', kind, entries],
    queryFn: ({ signal }) =>
      dataOf(api.POST('/admin/api/applications/check-entries/', { body: { kind, entries: [...entries] }, signal })),
    enabled: entries.length > 0,
    staleTime: Infinity,
    placeholderData: keepPreviousData,
  });
