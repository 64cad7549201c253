import type { OpenAPIObject, ReferenceObject, SchemaObject } from '@nestjs/swagger';

export type Schema = SchemaObject | ReferenceObject;

/** A reference into the components of the document. */
export function refTo(
  part: 'schemas' | 'parameters' | 'headers' | 'responses' | 'examples',
  name: string,
): ReferenceObject {
  return { $ref: `#/components/${part}/${name}` };
}

/** Resolves a `$ref`; other values are returned unchanged. */
export function resolve<T extends object>(document: Pick<OpenAPIObject, 'components'>, thing: T | ReferenceObject): T {
  if (!('$ref' in thing)) return thing;
  const keys = thing.$ref.slice('#/'.length).split('/');
  const found = keys.reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], document);
  if (found === undefined) throw new Error(`${thing.$ref} is not in the document`);
  return resolve(document, found as T);
}

/** Visits a schema and its nested schemas, without following references. */
export function visitSchemas(schema: Schema, visit: (schema: SchemaObject) => void): void {
  if ('$ref' in schema) return;
  visit(schema);
  const { properties = {}, allOf = [], anyOf = [], oneOf = [], items, not, additionalProperties } = schema;
  const inner = [...Object.values(properties), ...allOf, ...anyOf, ...oneOf, items, not, additionalProperties];
  for (const one of inner) if (typeof one === 'object') visitSchemas(one, visit);
}

/** Converts `example` to `examples` (JSON Schema 2020-12, used by OpenAPI 3.1), and adds the format of timestamps. */
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

/** Adds `date-time` to timestamps, recognized by name or example. */
function nameInstant(name: string, property: Schema): void {
  if ('$ref' in property || ![property.type].flat().includes('string')) return;
  const example: unknown = property.example ?? (property.examples as unknown[] | undefined)?.[0];
  if (INSTANT_NAME.test(name) || (typeof example === 'string' && INSTANT.test(example)))
    property.format ??= 'date-time';
}

/** An example value of a schema, built from the examples of its parts. */
export function exampleOf(document: Pick<OpenAPIObject, 'components'>, schema: Schema): unknown {
  const one = resolve(document, schema) as SchemaObject & { const?: unknown; examples?: unknown[] };
  const given = [one.examples?.[0], one.const, one.enum?.[0], one.default].find(
    (value: unknown) => value !== undefined,
  );
  if (given !== undefined) return given;
  const variant = (one.anyOf ?? one.oneOf)?.[0];
  if (variant !== undefined) return exampleOf(document, variant);
  const type = [one.type].flat()[0];
  if (one.allOf !== undefined || type === 'object') {
    const parts = (one.allOf ?? []).map((part) => exampleOf(document, part));
    if (parts.length === 1 && one.properties === undefined) return parts[0];
    const own = Object.entries(one.properties ?? {}).map(([name, property]) => [name, exampleOf(document, property)]);
    return Object.assign({}, ...parts, Object.fromEntries(own)) as object;
  }
  if (type === 'array') return one.items === undefined ? [] : [exampleOf(document, one.items)];
  if (type === 'integer' || type === 'number') return one.minimum ?? 0;
  if (type === 'boolean') return true;
  return type === 'string' ? 'text' : null;
}
