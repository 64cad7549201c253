import { TextInput } from '@mantine/core';
import { FilterSelect } from '../filter-select';
import type { ListParams } from '../list-params';
import type { Column } from '../resource-list';
import { SearchBox } from '../search-box';
import { choicesOf } from './custom-field-inputs';
import { shownValue, type CustomField } from './custom-fields';

const PREFIX = 'custom_fields.';

/** The columns of a list. */
export function customColumns<Row extends object>(fields: readonly CustomField[]): Column<Row>[] {
  return fields
    .filter(({ listed }) => listed)
    .map((field) => ({
      id: field.name,
      title: field.label,
      cell: (row) => shownValue(row, field),
      isNumeric: field.type === 'number' || field.type === 'decimal',
    }));
}

/** The names of the filters of a list, in the URL and in the query. */
export function customFilterNames(fields: readonly CustomField[]): string[] {
  return fields.filter(({ filterable }) => filterable).map(({ name }) => PREFIX + name);
}

/** The filters of a list that are set, as its query has them, of which the document of the service itself knows nothing. */
export function customFilters(filters: ListParams['filters']): object {
  return Object.fromEntries(
    Object.entries(filters).filter(([name, value]) => name.startsWith(PREFIX) && value !== undefined),
  );
}

/** Narrows a list to values of custom fields. */
export function CustomFieldFilters({ fields, params }: { fields: readonly CustomField[]; params: ListParams }) {
  return fields
    .filter(({ filterable }) => filterable)
    .map((field) => <Filter key={field.name} field={field} params={params} />);
}

function Filter({ field, params }: { field: CustomField; params: ListParams }) {
  const { type, label } = field;
  const name = PREFIX + field.name;
  const choices = choicesOf(field);
  if (choices !== undefined)
    return <FilterSelect params={params} name={name} label={label} any={`${label}: any`} data={choices} />;
  const change = (value: string): void => params.setFilter(name, value);
  if (type !== 'date') return <SearchBox label={label} value={params.filters[name]} onChange={change} />;
  return (
    <TextInput
      type="date"
      aria-label={label}
      title={label}
      value={params.filters[name] ?? ''}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      w={{ base: '100%', xs: 170 }}
    />
  );
}
