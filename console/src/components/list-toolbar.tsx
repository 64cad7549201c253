import { Box } from '@mantine/core';
import { CsvButton } from './csv-button';
import { FilterChips } from './filter-chips';
import type { List } from './list-params';
import { SearchBox } from './search-box';
import { t } from '../i18n/t';

interface ListToolbarProps {
  list: List;
  /** What can be searched for: `Search by name`; omitted where nothing can. */
  search?: string;
  /** The list's path below `/admin/api/`, where it is a CSV file too. */
  csv?: string;
}

/** The search, the filters and the CSV file of a list. */
export function ListToolbar({ list, search, csv }: ListToolbarProps) {
  return (
    <>
      {search !== undefined && <SearchBox label={search} value={list.search} onChange={list.setSearch} />}
      <FilterChips declared={list.declared} params={list} />
      {csv !== undefined && (
        <Box ms="auto">
          <CsvButton path={csvPath(csv, list)}>{t('Save as CSV')}</CsvButton>
        </Box>
      )}
    </>
  );
}

function csvPath(path: string, { narrowed }: List): string {
  const given = new URLSearchParams({ format: 'csv' });
  for (const [name, value] of Object.entries(narrowed)) given.set(name, String(value));
  return `${path}?${given.toString()}`;
}
