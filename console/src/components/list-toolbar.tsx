import { FilterChips } from './filter-chips';
import type { List } from './list-params';
import { SearchBox } from './search-box';

interface ListToolbarProps {
  list: List;
  /** What can be searched for: `Search by name`; omitted where nothing can. */
  search?: string;
}

/** The search and the filters of a list. */
export function ListToolbar({ list, search }: ListToolbarProps) {
  return (
    <>
      {search !== undefined && <SearchBox label={search} value={list.search} onChange={list.setSearch} />}
      <FilterChips declared={list.declared} params={list} />
    </>
  );
}
