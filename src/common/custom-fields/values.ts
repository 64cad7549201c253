import { may, type Role } from '../access/roles.js';
import type { FieldErrors } from '../errors/app-error.js';
import { MAX_ID } from '../ids.js';
import { DECIMAL_DIGITS } from '../money/decimal.js';
import type { InnerProblem } from '../validation/constraint.js';
import { accept, addProblems } from '../validation/dto.js';
import { isPlainObject, validateSignedDecimal, validateText } from '../validation/fields.js';
import { validateDay } from '../validation/instant-field.js';
import { type CustomField, type CustomFieldResource, fieldOf, fieldsOf, isPersonal } from './declaration.js';

/** The value of a custom field. */
export type CustomFieldValue = string | number | boolean;

/** Values by name, as they are stored. */
export type CustomFieldValues = Readonly<Record<string, CustomFieldValue>>;

/** Values as a response has them: null where there is none. */
export type ShownCustomFields = Readonly<Record<string, CustomFieldValue | null>>;

/** Values to write; null takes one away. */
export type CustomFieldChange = Readonly<Record<string, CustomFieldValue | null>>;

/**
 * Whoever reads or writes: client applications, all that hear of events, the person themselves in the export of their data, the
 * service's own code, or an admin with roles.
 */
export type Party = 'client' | 'event' | 'person' | 'service' | { readonly roles: readonly Role[] };

/** Most problems named of one object with unknown fields. */
const MAX_NAMED = 20;

/** Whether somebody may read a field of a resource. */
export function mayRead(resource: CustomFieldResource, field: CustomField, by: Party): boolean {
  if (by === 'service') return true;
  if (by === 'event') return field.client !== undefined && !isPersonal(resource, field);
  if (by === 'client') return field.client !== undefined;
  if (by === 'person') return field.client !== undefined || isPersonal(resource, field);
  return field.permissions?.read === undefined || may(by, field.permissions.read);
}

/** Whether somebody may write a field of a resource. */
export function mayWrite(resource: CustomFieldResource, field: CustomField, by: Party): boolean {
  if (by === 'service') return true;
  if (by === 'event' || by === 'person' || !mayRead(resource, field, by)) return false;
  if (by === 'client') return field.client === 'write';
  return field.admin !== 'read' && (field.permissions?.write === undefined || may(by, field.permissions.write));
}

/** The fields of a resource that somebody may read. */
export function readableFields(resource: CustomFieldResource, by: Party): [string, CustomField][] {
  return [...fieldsOf(resource)].filter(([, field]) => mayRead(resource, field, by));
}

/** The part `custom_fields` of a response; nothing without fields that this reader may see. */
export function shownCustomFields(
  resource: CustomFieldResource,
  stored: CustomFieldValues | null | undefined,
  by: Party,
): { custom_fields?: ShownCustomFields } {
  const fields = readableFields(resource, by);
  if (fields.length === 0) return {};
  return { custom_fields: Object.fromEntries(fields.map(([name]) => [name, stored?.[name] ?? null])) };
}

/** A part of a response as events and the audit log have it: without personal fields. */
export function withoutPersonalFields<View extends { custom_fields?: ShownCustomFields }>(
  resource: CustomFieldResource,
  view: View,
): View {
  const { custom_fields: shown, ...rest } = view;
  if (shown === undefined) return view;
  const stays = Object.entries(shown).filter(([name]) => !isPersonal(resource, fieldOf(resource, name)!));
  return { ...rest, ...(stays.length > 0 && { custom_fields: Object.fromEntries(stays) }) } as View;
}

/** What was sent: values to write, and all that is wrong with them. */
export interface ValidatedCustomFields {
  readonly values: CustomFieldChange;
  /** Below the field `custom_fields`. */
  readonly problems: readonly InnerProblem[];
}

/**
 * Validates what was sent as `custom_fields`. Without custom fields of the resource it is ignored, as any unknown field is.
 * @param by who writes
 * @param isNew whether the resource is being created, so that required fields have to be there
 */
export function validateCustomFields(
  resource: CustomFieldResource,
  sent: unknown,
  by: Party,
  isNew: boolean,
): ValidatedCustomFields {
  const fields = fieldsOf(resource);
  if (fields.size === 0) return { values: {}, problems: [] };
  if (sent !== undefined && !isPlainObject(sent))
    return { values: {}, problems: [{ at: '', message: 'must be an object' }] };
  const problems: InnerProblem[] = [];
  const values: Record<string, CustomFieldValue | null> = {};
  for (const [name, value] of Object.entries(sent ?? {})) {
    const message = problemOf(resource, name, value, by);
    if (message === undefined) values[name] = value as CustomFieldValue | null;
    else if (problems.length < MAX_NAMED) problems.push({ at: `.${name.slice(0, 100)}`, message });
  }
  for (const [name, field] of isNew && by !== 'service' ? fields : []) {
    const isMissing = field.required && mayWrite(resource, field, by) && !Object.hasOwn(sent ?? {}, name);
    if (isMissing) problems.push({ at: `.${name}`, message: 'is required' });
  }
  return { values, problems };
}

/**
 * The same for services that have nothing else to report.
 * @returns values to write; undefined if there are none
 * @throws AppError VALIDATION on `custom_fields`
 */
export function acceptCustomFields(
  resource: CustomFieldResource,
  sent: unknown,
  by: Party,
  isNew: boolean,
): CustomFieldChange | undefined {
  const { values, problems } = validateCustomFields(resource, sent, by, isNew);
  const errors: FieldErrors = {};
  addProblems(errors, 'custom_fields', problems);
  return accept({ dto: Object.keys(values).length === 0 ? undefined : values, errors });
}

/** A field that a caller may not read has the same error as one that does not exist. */
function problemOf(resource: CustomFieldResource, name: string, value: unknown, by: Party): string | undefined {
  const field = fieldOf(resource, name);
  if (field === undefined || !mayRead(resource, field, by)) return 'is not known here';
  if (!mayWrite(resource, field, by)) return 'cannot be changed';
  if (value === null) return field.required ? 'must not be null' : undefined;
  return validateCustomField(field, value);
}

/** What is wrong with a value of a field; undefined if nothing is. */
export function validateCustomField(field: CustomField, value: unknown): string | undefined {
  switch (field.type) {
    case 'text':
      return validateText(value, { min: field.min ?? 1, max: field.max, multiline: field.multiline ?? false });
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'date':
      return validateDay(value);
    case 'choice': {
      const isOne = typeof value === 'string' && Object.hasOwn(field.choices, value);
      return isOne ? undefined : `must be one of ${Object.keys(field.choices).join(', ')}`;
    }
    case 'number':
      if (typeof value !== 'number' || !Number.isInteger(value)) return 'must be a whole number';
      return validateBounds(value, { min: -MAX_ID, max: MAX_ID, ...field });
    case 'decimal':
      return (
        validateSignedDecimal(value) ??
        validateBounds(value as number, { min: -(10 ** DECIMAL_DIGITS), max: 10 ** DECIMAL_DIGITS, ...field })
      );
  }
}

function validateBounds(value: number, { min, max }: { min: number; max: number }): string | undefined {
  return value < min || value > max ? `must be between ${min} and ${max}` : undefined;
}

/** Stored values after a change; null without any, as the column then is. */
export function changedCustomFields(
  stored: CustomFieldValues | null,
  change: CustomFieldChange,
): CustomFieldValues | null {
  const values = Object.entries({ ...stored, ...change }).filter(([, value]) => value !== null);
  return values.length === 0 ? null : (Object.fromEntries(values) as CustomFieldValues);
}

/**
 * Stored values without those that go with the person: also without what no extension declares any more, of which nobody knows
 * what it says.
 */
export function withoutPersonal(
  resource: CustomFieldResource,
  stored: CustomFieldValues | null,
): CustomFieldValues | null {
  const stays = Object.entries(stored ?? {}).filter(([name]) => {
    const field = fieldOf(resource, name);
    return field !== undefined && !isPersonal(resource, field);
  });
  return stays.length === 0 ? null : Object.fromEntries(stays);
}

/** The names of fields that stay when a person is erased, for SQL that does the same. */
export function lastingFields(resource: CustomFieldResource): string[] {
  return [...fieldsOf(resource)].filter(([, field]) => !isPersonal(resource, field)).map(([name]) => name);
}

/** SQL of stored values without those that go with the person; `names` is a parameter with {@link lastingFields}. */
export function lastingSql(column: string, names: string): string {
  return `(SELECT jsonb_object_agg(key, value) FROM jsonb_each(${column}) WHERE key = ANY (${names}::text[]))`;
}

/** SQL of stored values after a change that is a parameter; null for none. */
export function changedSql(column: string, change: string): string {
  return `CASE WHEN ${change}::jsonb IS NULL THEN ${column}
    ELSE nullif(jsonb_strip_nulls(coalesce(${column}, '{}'::jsonb) || ${change}::jsonb), '{}'::jsonb) END`;
}

/** What the audit log has instead of a value that would outlive the erasure of the person. */
const PERSONAL = '(personal)';

/** The same for a value that not all readers of the audit log may read. */
const HIDDEN = '(hidden)';

/** What has changed, for the audit log: `before` and `after` have `custom_fields`, or nothing where nothing has changed. */
export function auditedCustomFields(
  resource: CustomFieldResource,
  before: CustomFieldValues | null,
  after: CustomFieldValues | null,
): { before: { custom_fields?: ShownCustomFields }; after: { custom_fields?: ShownCustomFields } } {
  const names = [...fieldsOf(resource).keys()].filter((name) => before?.[name] !== after?.[name]);
  if (names.length === 0) return { before: {}, after: {} };
  const valuesOf = (values: CustomFieldValues | null): { custom_fields: ShownCustomFields } => ({
    custom_fields: Object.fromEntries(
      names.map((name) => {
        const value = values?.[name] ?? null;
        return [name, value === null ? null : auditedValue(resource, fieldOf(resource, name)!, value)];
      }),
    ),
  });
  return { before: valuesOf(before), after: valuesOf(after) };
}

/** Stored values as the audit log has them, of a resource that it has as a whole. */
export function wholeForAudit(resource: CustomFieldResource, stored: CustomFieldValues): CustomFieldValues {
  const known = Object.entries(stored).flatMap(([name, value]): [string, CustomFieldValue][] => {
    const field = fieldOf(resource, name);
    return field === undefined ? [] : [[name, auditedValue(resource, field, value)]];
  });
  return Object.fromEntries(known);
}

function auditedValue(resource: CustomFieldResource, field: CustomField, value: CustomFieldValue): CustomFieldValue {
  if (isPersonal(resource, field)) return PERSONAL;
  return field.permissions?.read === undefined ? value : HIDDEN;
}
