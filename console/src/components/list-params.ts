import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { changedParams } from './address';
import { namesOf, queryOf, type ListFilter } from './list-filters';

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
  /** Sets several at once; null and blanks are removed. */
  setFilters: (values: Readonly<Record<string, string | null>>) => void;
  /** How the list is sorted: a word of the API, descending with `-`; undefined where it cannot be. */
  sort?: string;
  setSort: (sort: string) => void;
  /** What it asks the API for if it is not sorted as usual: `sort`, or nothing. */
  order: object;
  /** Whether a search or filter is active. */
  isNarrowed: boolean;
  clear: () => void;
  /** What is looked for and how it is sorted, as the URL has it, without the page. */
  kept: string;
  /** The saved view that was opened last. */
  view: string | undefined;
  /** Looks for what was kept. @param view whose it is; null if it is nobody's */
  apply: (kept: string, view: string | null) => void;
}

/** A list whose filters are declared, with what it asks the API. */
export interface List extends ListParams {
  /** Without the page: also what its CSV file asks for. */
  narrowed: Readonly<Record<string, unknown>>;
  declared: readonly ListFilter[];
}

/**
 * Reads and writes the state of a list in the URL.
 * @param names the filters that the list has
 * @param usualSort how it is sorted where the URL does not say
 */
export function useListParams(names: readonly string[] = [], usualSort?: string): ListParams {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (values: Readonly<Record<string, string | null>>) => {
      const given = Object.entries(values).map(([name, value]) => [name, value === '' ? null : value] as const);
      setParams(changedParams({ page: null, ...Object.fromEntries(given) }), { replace: !('page' in values) });
    },
    [setParams],
  );
  const known = names.join();
  return useMemo(() => {
    const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1);
    const search = params.get('search') ?? undefined;
    const sort = params.get('sort') ?? usualSort;
    const filters = Object.fromEntries(names.map((name) => [name, params.get(name) ?? undefined]));
    const own = ['search', 'sort', ...names];
    const kept = new URLSearchParams([...params].filter(([name]) => own.includes(name)));
    kept.sort();
    return {
      limit: PAGE_SIZE,
      offset: (page - 1) * PAGE_SIZE,
      ...(search === undefined ? {} : { search }),
      ...(usualSort === undefined || sort === undefined ? {} : { sort }),
      filters,
      page,
      setPage: (next: number) => change({ page: next === 1 ? null : String(next) }),
      setSearch: (text: string) => change({ search: text }),
      order: sort === usualSort ? {} : { sort },
      setFilter: (name: string, value: string | null) => change({ [name]: value }),
      setFilters: change,
      setSort: (next: string) => change({ sort: next === usualSort ? null : next }),
      isNarrowed: search !== undefined || Object.values(filters).some((value) => value !== undefined),
      clear: () => change({ search: null, ...Object.fromEntries(Object.keys(filters).map((name) => [name, null])) }),
      kept: kept.toString(),
      view: params.get('view') ?? undefined,
      apply: (next: string, view: string | null) =>
        change({
          ...Object.fromEntries(own.map((name) => [name, null])),
          ...Object.fromEntries([...new URLSearchParams(next)].filter(([name]) => own.includes(name))),
          view,
        }),
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- compared by content
  }, [params, change, known, usualSort]);
}

/**
 * The state of a list with declared filters.
 * @param usualSort how it is sorted where the URL does not say
 */
export function useList(declared: readonly ListFilter[], usualSort?: string): List {
  const params = useListParams(declared.flatMap(namesOf), usualSort);
  const { search, filters, order } = params;
  const narrowed = {
    ...(search !== undefined && { search }),
    ...Object.assign({}, ...declared.map((filter) => queryOf(filter, filters))),
    ...order,
  } as Readonly<Record<string, unknown>>;
  return { ...params, narrowed, declared };
}

/** A list that is a CSV file too. */
export interface ListFile {
  /** Below `/admin/api/`. */
  path: string;
  /** What the list asks the API for. */
  asked: object;
}

const OF_A_PAGE = ['limit', 'offset', 'sums'];

/** Where the file of a list is: all of what matches. */
export function filePath({ path, asked }: ListFile): string {
  const given = new URLSearchParams({ format: 'csv' });
  for (const [name, value] of Object.entries(asked as Record<string, string | number | boolean | undefined>)) {
    if (value !== undefined && !OF_A_PAGE.includes(name)) given.set(name, String(value));
  }
  return `${path}?${given.toString()}`;
}

/** What a list asks the API for: a page of what matches. */
export function pageOf<Query extends object>({ limit, offset, narrowed }: List): Query {
  return { limit, offset, ...narrowed } as unknown as Query;
}
