import type { ObjectLiteral, SelectQueryBuilder } from 'typeorm';
import { accept, addProblems } from '../validation/dto.js';
import { asSent } from '../validation/instance.js';
import type { FieldErrors } from '../errors/app-error.js';
import type { InnerProblem } from '../validation/constraint.js';
import { type CustomField, type CustomFieldResource, fieldOf, fieldsOf } from './declaration.js';
import { type CustomFieldValue, type CustomFieldValues, mayRead, type Party, validateCustomField } from './values.js';

const PREFIX = 'custom_fields.';
const NUMERIC = /^-?(0|[1-9][0-9]{0,15})(\.[0-9]{1,4})?$/;

/** The filters of a list by custom fields, and the query with them, for the links to other pages. */
export interface CustomFieldFilters<Query> {
  readonly wanted: CustomFieldValues;
  readonly query: Query;
}

/**
 * The filters `custom_fields.<name>=` of a query. Without custom fields of the resource they are ignored, as is any unknown
 * parameter.
 * @param query the DTO of the query, as it came
 * @throws AppError VALIDATION naming `custom_fields.<name>`
 */
export function customFieldFilters<Query extends object>(
  resource: CustomFieldResource,
  query: Query,
  by: Party,
): CustomFieldFilters<Query> {
  if (fieldsOf(resource).size === 0) return { wanted: {}, query };
  const problems: InnerProblem[] = [];
  const wanted: Record<string, CustomFieldValue> = {};
  const sent = Object.entries(asSent(query)).filter(([name]) => name.startsWith(PREFIX));
  for (const [parameter, text] of sent) {
    const name = parameter.slice(PREFIX.length);
    const field = fieldOf(resource, name);
    const isKnown = field?.filterable && mayRead(resource, field, by);
    const value = isKnown ? valueOf(field, text) : undefined;
    const message = isKnown ? validateCustomField(field, value) : 'is not known here';
    if (message === undefined) wanted[name] = value as CustomFieldValue;
    else problems.push({ at: `.${name.slice(0, 100)}`, message });
  }
  const errors: FieldErrors = {};
  addProblems(errors, 'custom_fields', problems.slice(0, 20));
  return accept({ dto: { wanted, query: { ...query, ...Object.fromEntries(sent) } }, errors });
}

/** Narrows a list by the filters; by the index of the column, which is of `jsonb_path_ops`. */
export function narrow<Entity extends ObjectLiteral>(
  all: SelectQueryBuilder<Entity>,
  column: string,
  { wanted }: CustomFieldFilters<unknown>,
): SelectQueryBuilder<Entity> {
  if (Object.keys(wanted).length === 0) return all;
  return all.andWhere(`${column} @> CAST(:customFields AS jsonb)`, { customFields: JSON.stringify(wanted) });
}

/** A query knows only texts. */
function valueOf({ type }: CustomField, text: unknown): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (type === 'number' || type === 'decimal')
    return typeof text === 'string' && NUMERIC.test(text) ? Number(text) : text;
  return text;
}
