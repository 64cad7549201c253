import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '../../api/client';
import { serviceQuery } from '../../api/service';
import { formatDay, formatNumber } from '../format';
import { t } from '../../i18n/t';

/** What an extension has declared. */
export type CustomField = NonNullable<Schemas['AdminServiceView']['custom_fields']>[number];

type Value = string | number | boolean;

/** Values to send; null takes one away. */
export type CustomFieldChange = Readonly<Record<string, Value | null>>;

/** The values of a form, by name: all as text, empty for none. */
export type CustomFieldTexts = Record<string, string>;

/** The part of a form that custom fields are in. Its paths are those of the service's errors. */
export interface CustomFieldValues extends Record<string, unknown> {
  custom_fields: CustomFieldTexts;
}

/** The custom fields of a resource that the user may read; none until they are known. */
export function useCustomFields(resource: CustomField['resource']): readonly CustomField[] {
  return (useQuery(serviceQuery).data?.custom_fields ?? []).filter((field) => field.resource === resource);
}

/** The values of a resource, of which the document of the service itself knows nothing. */
export function storedFields(of: object): { custom_fields?: CustomFieldChange } {
  const { custom_fields } = of as { custom_fields?: CustomFieldChange };
  return custom_fields === undefined ? {} : { custom_fields };
}

function valueOf(of: object, { name }: CustomField): Value | null {
  return storedFields(of).custom_fields?.[name] ?? null;
}

/** The value of a field in words; empty for none. */
export function shownValue(of: object, field: CustomField): string {
  const value = valueOf(of, field);
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (typeof value === 'number') return formatNumber(value);
  if (field.type === 'date') return formatDay(value);
  return field.choices.find((choice) => choice.value === value)?.label ?? value;
}

/** The form values of a stored resource. */
export function textsOf(fields: readonly CustomField[], of: object): CustomFieldTexts {
  return Object.fromEntries(fields.map((field) => [field.name, String(valueOf(of, field) ?? '')]));
}

/** What differs from the values before; what is no number is sent as it is, for the service to say so. */
export function changedTexts(
  fields: readonly CustomField[],
  before: CustomFieldTexts,
  after: CustomFieldTexts,
): CustomFieldChange {
  const changed = fields.filter(
    ({ name, writable }) => writable && (after[name] ?? '').trim() !== (before[name] ?? '').trim(),
  );
  return Object.fromEntries(changed.map((field) => [field.name, sentOf(field, (after[field.name] ?? '').trim())]));
}

function sentOf({ type }: CustomField, text: string): Value | null {
  if (text === '') return null;
  if (type === 'boolean') return text === 'true';
  if (type !== 'number' && type !== 'decimal') return text;
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** The part of the body of something new: nothing where no field has a value. */
export function newCustomFields(
  fields: readonly CustomField[],
  texts: CustomFieldTexts,
): { custom_fields?: CustomFieldChange } {
  const custom_fields = changedTexts(fields, {}, texts);
  return Object.keys(custom_fields).length === 0 ? {} : { custom_fields };
}
