import type { ReferenceObject, SchemaObject } from '@nestjs/swagger';

export type Schema = SchemaObject | ReferenceObject;
export type Schemas = Record<string, Schema>;

const LISTS = ['allOf', 'anyOf', 'oneOf'] as const;

/** Where the schema of a class stands in the document. */
export function pathOf({ name }: { name: string }): string {
  return `#/components/schemas/${name}`;
}

/** Follows a reference into `components.schemas`. */
export function resolve(schema: Schema, schemas: Schemas): SchemaObject {
  if (!('$ref' in schema)) return schema;
  const target = schemas[schema.$ref.replace('#/components/schemas/', '')];
  if (target === undefined) throw new Error(`${schema.$ref} is not in the document`);
  return resolve(target, schemas);
}

/** Visits a schema and all that it is made of, references apart. */
export function visitSchemas(schema: Schema, visit: (schema: SchemaObject) => void): void {
  if ('$ref' in schema) return;
  visit(schema);
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...LISTS.flatMap((key) => schema[key] ?? []),
    schema.items,
    schema.not,
    schema.additionalProperties,
  ];
  for (const one of inner) if (typeof one === 'object') visitSchemas(one, visit);
}

/** JSON Schema 2020-12, which OpenAPI 3.1 uses, knows `examples` and no `example`; points in time are named as such. */
export function modernise(schema: Schema): void {
  visitSchemas(schema, (one) => {
    for (const [name, property] of Object.entries(one.properties ?? {})) nameInstant(name, property);
    if (!('example' in one)) return;
    one.examples ??= [one.example];
    delete one.example;
  });
}

const INSTANT_NAME = /(?:_at|_since|^timestamp)$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Every text that is a point in time is `date-time`: by its name, or by its example. */
function nameInstant(name: string, property: Schema): void {
  if ('$ref' in property || ![property.type].flat().includes('string')) return;
  const example: unknown = property.example ?? (property.examples as unknown[] | undefined)?.[0];
  if (INSTANT_NAME.test(name) || (typeof example === 'string' && INSTANT.test(example)))
    property.format ??= 'date-time';
}

/** A value that a schema describes, put together from the examples of its parts. */
export function exampleOf(schema: Schema, schemas: Schemas): unknown {
  const one = resolve(schema, schemas);
  if (Array.isArray(one.examples)) return one.examples[0];
  if ('const' in one) return one.const;
  if (one.enum !== undefined) return one.enum[0] as unknown;
  if (one.default !== undefined) return one.default as unknown;
  const variants = one.anyOf ?? one.oneOf;
  if (variants?.[0] !== undefined) return exampleOf(variants[0], schemas);
  if (one.allOf !== undefined) return mergedExample(one, schemas);
  return exampleOfType(one, schemas);
}

function mergedExample(schema: SchemaObject, schemas: Schemas): unknown {
  const parts = (schema.allOf ?? []).map((part) => exampleOf(part, schemas));
  if (schema.properties !== undefined) parts.push(exampleOfType(schema, schemas));
  return parts.every((part) => typeof part === 'object' && part !== null) ? Object.assign({}, ...parts) : parts[0];
}

function exampleOfType(schema: SchemaObject, schemas: Schemas): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, property]) => [name, exampleOf(property, schemas)]),
      );
    case 'array':
      return schema.items === undefined ? [] : [exampleOf(schema.items, schemas)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return true;
    case 'string':
      return 'text';
    default:
      return null;
  }
}
