import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';

/** Rows on a page of a list. */
export const PAGE_SIZE = 25;

/** The state of a list, kept in the URL, so that links restore it. */
export interface ListParams {
  limit: number;
  offset: number;
  search?: string;
  filters: Readonly<Record<string, string | undefined>>;
  page: number;
  setPage: (page: number) => void;
  setSearch: (search: string) => void;
  setFilter: (name: string, value: string | null) => void;
  /** Whether a search or filter is active. */
  isNarrowed: boolean;
  clear: () => void;
}

/**
 * Reads and writes the state of a list in the URL.
 * @param names the filters that the list has
 */
export function useListParams(names: readonly string[] = []): ListParams {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (name: string, value: string | null) =>
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (value === null || value === '') next.delete(name);
          else next.set(name, value);
          if (name !== 'page') next.delete('page');
          return next;
        },
        { replace: name !== 'page' },
      ),
    [setParams],
  );
  const known = names.join();
  return useMemo(() => {
    const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1);
    const search = params.get('search') ?? undefined;
    const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? undefined]));
    return {
      limit: PAGE_SIZE,
      offset: (page - 1) * PAGE_SIZE,
      ...(search === undefined ? {} : { search }),
      filters,
      page,
      setPage: (next: number) => change('page', next === 1 ? null : String(next)),
      setSearch: (text: string) => change('search', text),
      setFilter: change,
      isNarrowed: search !== undefined || Object.values(filters).some((value) => value !== undefined),
      clear: () => setParams({}, { replace: true }),
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- compared by content
  }, [params, change, setParams, known]);
}
