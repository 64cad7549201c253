import type { OpenAPIObject, ParameterObject, SchemaObject } from '@nestjs/swagger';
import { DECIMAL_DIGITS } from '../money/decimal.js';
import { type CustomFieldsMark, customFieldsMarkOf } from './decorators.js';
import { type CustomField, type CustomFieldResource, fieldsOf, isPersonal } from './declaration.js';

const SINGULAR = { users: 'User', members: 'Member', orders: 'Order', order_lines: 'OrderLine', bundles: 'Bundle' };
const BY = { client: '', admin: 'Admin', event: 'Event' };
const AS = { view: '', new: 'New', change: 'Changed' };

/**
 * Adds `custom_fields` to the schemas whose classes have it, with a schema for each use, made from the declarations. The
 * document does not change without custom fields.
 * @param prototypeOf the prototype of the class of a schema, by its name
 */
export function describeCustomFields(
  document: OpenAPIObject,
  prototypeOf: (schema: string) => object | undefined,
): void {
  const schemas = document.components!.schemas as Record<string, SchemaObject>;
  for (const [name, schema] of Object.entries(schemas)) {
    const mark = customFieldsMarkOf(prototypeOf(name) ?? {});
    const described = mark === undefined ? undefined : schemaOf(mark);
    if (mark === undefined || described === undefined) continue;
    const own = `${BY[mark.by]}${AS[mark.as]}${SINGULAR[mark.of]}CustomFields`;
    schemas[own] = described;
    schema.properties = { ...schema.properties, custom_fields: { $ref: `#/components/schemas/${own}` } };
    const isRequired = (described.required ?? []).length > 0 && !mark.isOptional;
    if (isRequired) schema.required = [...(schema.required ?? []), 'custom_fields'];
  }
}

/** The parameters by which a list is filtered by custom fields. */
export function filterParameters(resource: CustomFieldResource): ParameterObject[] {
  return [...fieldsOf(resource)]
    .filter(([, field]) => field.filterable)
    .map(([name, field]): ParameterObject => {
      const { title: _, ...schema } = valueSchema(field) as SchemaObject & { title?: string };
      return { name: `custom_fields.${name}`, in: 'query', required: false, description: field.label.en, schema };
    });
}

/** The schema of `custom_fields`; undefined without any field for this use. */
function schemaOf(mark: CustomFieldsMark): SchemaObject | undefined {
  const { of, as } = mark;
  const fields = [...fieldsOf(of)].filter(([, field]) => isDescribed(field, mark));
  if (fields.length === 0) return undefined;
  const properties = fields.map(([name, field]) => {
    const isNullable = as === 'view' || !field.required;
    const schema = valueSchema(field);
    if (!isNullable) return [name, schema] as const;
    const { type, enum: choices, ...rest } = schema as { type: string; enum?: string[] };
    return [name, { ...rest, type: [type, 'null'], ...(choices && { enum: [...choices, null] }) }] as const;
  });
  // What an admin has to send depends on their permissions.
  const required = as === 'view' ? fields : fields.filter(([, field]) => as === 'new' && field.required);
  // Lines are in events too, which leave out personal fields.
  const isLeftOut = (field: CustomField): boolean => of === 'order_lines' && as === 'view' && isPersonal(of, field);
  const names = required
    .filter(([, field]) => field.permissions === undefined && !isLeftOut(field))
    .map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(properties) as Record<string, SchemaObject>,
    ...(names.length > 0 && { required: names }),
    additionalProperties: false,
  };
}

function isDescribed(field: CustomField, { of, as, by }: CustomFieldsMark): boolean {
  if (by === 'admin') return as === 'view' || field.admin !== 'read';
  if (by === 'event') return field.client !== undefined && !isPersonal(of, field);
  return as === 'view' ? field.client !== undefined : field.client === 'write';
}

/** The schema of a value, with the words that forms show. */
function valueSchema(field: CustomField): SchemaObject {
  const { label, description, permissions } = field;
  return {
    ...typeSchema(field),
    title: label.en,
    ...(description && { description: description.en }),
    'x-labels': label,
    ...(field.type === 'choice' && { 'x-choices': field.choices }),
    ...(permissions?.read && { 'x-permission': permissions.read }),
  } as SchemaObject;
}

function typeSchema(field: CustomField): SchemaObject & { examples?: unknown[] } {
  switch (field.type) {
    case 'text':
      return { type: 'string', minLength: field.min ?? 1, maxLength: field.max, examples: ['text'] };
    case 'boolean':
      return { type: 'boolean', examples: [true] };
    case 'date':
      return { type: 'string', format: 'date', examples: ['2026-11-21'] };
    case 'choice':
      return { type: 'string', enum: Object.keys(field.choices), examples: Object.keys(field.choices).slice(0, 1) };
    case 'number':
      return { type: 'integer', ...boundsOf(field), examples: [field.min ?? Math.min(1, field.max ?? 1)] };
    case 'decimal': {
      const most = { exclusiveMinimum: -(10 ** DECIMAL_DIGITS), exclusiveMaximum: 10 ** DECIMAL_DIGITS };
      const bounds = { ...most, ...boundsOf(field) } as unknown as SchemaObject;
      return { type: 'number', ...bounds, examples: [field.min ?? Math.min(1.5, field.max ?? 1.5)] };
    }
  }
}

function boundsOf({ min, max }: { min?: number; max?: number }): SchemaObject {
  return { ...(min !== undefined && { minimum: min }), ...(max !== undefined && { maximum: max }) };
}
