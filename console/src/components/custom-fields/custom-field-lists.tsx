import type { ListFilter } from '../list-filters';
import type { Column } from '../resource-list';
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

/** The filters of a list, of which the document of the service itself knows nothing. */
export function customListFilters(fields: readonly CustomField[]): ListFilter[] {
  return fields
    .filter(({ filterable }) => filterable)
    .map((field): ListFilter => {
      const choices = choicesOf(field);
      const named = { name: PREFIX + field.name, label: field.label };
      if (choices !== undefined) return { kind: 'choice', ...named, choices };
      return { kind: field.type === 'date' ? 'date' : 'text', ...named };
    });
}
