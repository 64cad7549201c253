import type { Permission } from '../access/roles.js';
import { ConfigError } from '../config/config-error.js';

/** The resources that can have custom fields. */
export const CUSTOM_FIELD_RESOURCES = ['users', 'members', 'orders', 'order_lines', 'bundles'] as const;
export type CustomFieldResource = (typeof CUSTOM_FIELD_RESOURCES)[number];

/** A text for people, in the languages of the service. */
export interface Words {
  readonly en: string;
  readonly de: string;
}

/** What all custom fields have. Whatever is left out is denied, or off. */
interface AnyField {
  readonly label: Words;
  readonly description?: Words;
  /** Must be given when the resource is created, by those who may write the field; cannot be removed. */
  readonly required?: boolean;
  /** Whether the client API shows the field, and takes it. Default: neither. */
  readonly client?: 'read' | 'write';
  /** Whether the admin module shows it alone. Default: it takes it, too. */
  readonly admin?: 'read' | 'write';
  /** Further permissions that the admin module needs for the field. Only users who may read it may write it. */
  readonly permissions?: { readonly read?: Permission; readonly write?: Permission };
  /** Whether it says something about a person, and goes when that person is erased. Default: true for users and members. */
  readonly personal?: boolean;
  /** A column of the console's list. */
  readonly listed?: boolean;
  /** `?custom_fields.<name>=` filters the list of the admin module. */
  readonly filterable?: boolean;
  /** A column of CSV files with the users or members concerned. */
  readonly csv?: boolean;
  /** A column `custom_fields.<name>` of imports: of members, for users and members, or of bundles. */
  readonly imported?: boolean;
}

interface TextCustomField extends AnyField {
  readonly type: 'text';
  /** Most characters: 1 to 2,000. */
  readonly max: number;
  readonly min?: number;
  readonly multiline?: boolean;
}

/** `number` is a whole number; `decimal` has at most 10 digits before and 4 after the point. */
interface NumericCustomField extends AnyField {
  readonly type: 'number' | 'decimal';
  readonly min?: number;
  readonly max?: number;
}

/** `date` is a day, such as `2026-11-21`. */
interface PlainCustomField extends AnyField {
  readonly type: 'boolean' | 'date';
}

interface ChoiceCustomField extends AnyField {
  readonly type: 'choice';
  /** What can be chosen, and how it is called. */
  readonly choices: Readonly<Record<string, Words>>;
}

/** The declaration of a custom field. */
export type CustomField = TextCustomField | NumericCustomField | PlainCustomField | ChoiceCustomField;

/** The custom fields of an extension: by resource, and by name (lower case, digits and `_`). */
export type CustomFields = Readonly<Partial<Record<CustomFieldResource, Readonly<Record<string, CustomField>>>>>;

/** Most fields of one resource. */
const MAX_FIELDS = 50;
const MAX_TEXT = 2_000;
const NAME = /^[a-z][a-z0-9_]{0,39}$/;
const CHOICE = /^[A-Za-z0-9][\w.-]{0,63}$/;

/** Fields by resource and name. */
export type DeclaredFields = ReadonlyMap<CustomFieldResource, ReadonlyMap<string, CustomField>>;

let declared: DeclaredFields = new Map();

/**
 * The custom fields of all extensions.
 * @param permissions those that there are
 * @throws ConfigError for what cannot be declared, and for a name that two extensions use
 */
export function customFieldsOfExtensions(all: readonly CustomFields[], permissions: readonly string[]): DeclaredFields {
  const found = new Map<CustomFieldResource, Map<string, CustomField>>();
  for (const [resource, fields] of all.flatMap(entriesOf)) {
    const known = found.get(resource) ?? new Map<string, CustomField>();
    for (const [name, field] of Object.entries(fields)) {
      const place = `the custom field ${name} of ${resource}`;
      if (known.has(name)) throw new ConfigError(`${place} is declared twice`);
      const problem = problemOf(resource, name, field) ?? unknownPermission(field, permissions);
      if (problem !== undefined) throw new ConfigError(`${place}: ${problem}`);
      known.set(name, field);
    }
    if (known.size > MAX_FIELDS) throw new ConfigError(`${resource} have more than ${MAX_FIELDS} custom fields`);
    if (known.size > 0) found.set(resource, known);
  }
  for (const use of ['imported', 'csv'] as const) {
    const both = [...(found.get('users') ?? [])].find(
      ([name, one]) => one[use] && found.get('members')?.get(name)?.[use],
    );
    if (both !== undefined)
      throw new ConfigError(`the custom field ${both[0]} would be one column of a file for users and for members`);
  }
  return found;
}

/** Replaces the custom fields of extensions. */
export function setCustomFields(fields: DeclaredFields): void {
  declared = fields;
}

/** The fields of a resource, in the order of their declaration. */
export function fieldsOf(resource: CustomFieldResource): ReadonlyMap<string, CustomField> {
  return declared.get(resource) ?? new Map<string, CustomField>();
}

/** A field; undefined if it is not declared. */
export function fieldOf(resource: CustomFieldResource, name: string): CustomField | undefined {
  return declared.get(resource)?.get(name);
}

/** Whether a field is personal: erased with the person. */
export function isPersonal(resource: CustomFieldResource, { personal }: CustomField): boolean {
  return personal ?? (resource === 'users' || resource === 'members');
}

function entriesOf(fields: CustomFields): [CustomFieldResource, Readonly<Record<string, CustomField>>][] {
  const unknown = Object.keys(fields).find(
    (resource) => !(CUSTOM_FIELD_RESOURCES as readonly string[]).includes(resource),
  );
  if (unknown !== undefined)
    throw new ConfigError(`there are no custom fields of ${unknown}, only of ${CUSTOM_FIELD_RESOURCES.join(', ')}`);
  return Object.entries(fields) as [CustomFieldResource, Readonly<Record<string, CustomField>>][];
}

/** What files of imports have fields of. */
const IMPORTED: readonly CustomFieldResource[] = ['users', 'members', 'bundles'];

/** What is wrong with a declaration; undefined if nothing is. */
function problemOf(resource: CustomFieldResource, name: string, field: CustomField): string | undefined {
  if (!NAME.test(name)) return 'a name has up to 40 lower-case letters, digits and _, and begins with a letter';
  if (field.required && field.client !== 'write' && field.admin === 'read')
    return 'nobody may write it: it cannot be required';
  if (resource === 'members' && field.client === 'write')
    return 'the client API shows fields of members, and takes none';
  if (field.imported && !IMPORTED.includes(resource)) return 'only users, members and bundles are imported';
  if (field.imported && field.permissions !== undefined)
    return 'who imports needs no further permission: leave out permissions or imported';
  if (field.csv && resource !== 'users' && resource !== 'members') return 'only users and members are in CSV files';
  if ((field.listed || field.filterable) && (resource === 'members' || resource === 'order_lines'))
    return 'the admin module has lists of users, orders and bundles';
  return problemOfType(field);
}

function unknownPermission({ permissions }: CustomField, known: readonly string[]): string | undefined {
  const unknown = Object.values(permissions ?? {}).find((permission) => !known.includes(permission));
  return unknown === undefined ? undefined : `there is no permission ${unknown}`;
}

function problemOfType(field: CustomField): string | undefined {
  if (field.type === 'text') {
    const { min = 1, max } = field;
    return Number.isInteger(max) && min >= 1 && min <= max && max <= MAX_TEXT
      ? undefined
      : `a text has 1 to ${MAX_TEXT} characters`;
  }
  if (field.type === 'number' || field.type === 'decimal') {
    const { min = -Infinity, max = Infinity } = field;
    return min <= max ? undefined : 'min is above max';
  }
  if (field.type !== 'choice') return undefined;
  const choices = Object.keys(field.choices);
  return choices.length > 0 && choices.every((choice) => CHOICE.test(choice))
    ? undefined
    : 'a choice is of letters, digits, ".", "_" and "-", and there is at least one';
}
