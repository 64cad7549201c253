import type { OpenAPIObject, ReferenceObject, SchemaObject } from '@nestjs/swagger';
import { escape, inline } from './html.js';

/** How deep fields of fields are shown; what lies deeper is in the document. */
const DEPTH = 6;

/** What a schema of OpenAPI 3.1 may say beyond the library's type. */
type Schema = SchemaObject & { const?: unknown };

/** What a `$ref` names, or the thing itself. */
export function resolve<T extends object>(document: OpenAPIObject, thing: T | ReferenceObject): T {
  if (!('$ref' in thing)) return thing;
  const path = thing.$ref.split('/').slice(1);
  return path.reduce<unknown>((found, name) => (found as Record<string, unknown>)[name], document) as T;
}

/** The fields of a schema as nested lists: name, type, whether it must be there, and what it means. Nothing where it has none. */
export function fields(document: OpenAPIObject, of: SchemaObject | ReferenceObject, depth = 0): string {
  const schema = whole(document, of);
  if (depth >= DEPTH) return '';
  const choices = schema.anyOf ?? schema.oneOf ?? [];
  if (choices.length > 0) return choices.map((choice) => fields(document, choice, depth)).join('');
  if (schema.items !== undefined) return fields(document, schema.items, depth);
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length === 0) return '';
  const items = properties.map(([name, property]) => {
    const needed = schema.required?.includes(name) === true;
    return `<li>${field(document, name, property, needed)}${fields(document, property, depth + 1)}</li>`;
  });
  return `<ul class="fields">${items.join('')}</ul>`;
}

/** One field or parameter in a line. */
export function field(
  document: OpenAPIObject,
  name: string,
  of: SchemaObject | ReferenceObject,
  needed: boolean,
  description = whole(document, of).description,
): string {
  const words = [`<code>${escape(name)}</code>`, `<span class="type">${escape(typeOf(document, of))}</span>`];
  if (needed) words.push('<span class="needed">required</span>');
  if (description) words.push(`<span>${inline(description)}</span>`);
  return words.join(' ');
}

function typeOf(document: OpenAPIObject, of: SchemaObject | ReferenceObject): string {
  const schema = whole(document, of);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return [...new Set(choices.map((choice) => typeOf(document, choice)))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.items !== undefined) return `list of ${typeOf(document, schema.items)}`;
  const type = [schema.type ?? (schema.properties === undefined ? 'anything' : 'object')].flat().join(' or ');
  return [type, schema.format, ...limits(schema)].filter(Boolean).join(', ');
}

function limits({ minimum, maximum, minLength, maxLength }: Schema): string[] {
  const lowest = minimum ?? minLength;
  const highest = maximum ?? maxLength;
  const unit = maxLength === undefined && minLength === undefined ? '' : ' characters';
  if (highest !== undefined && highest < Number.MAX_SAFE_INTEGER) return [`${lowest ?? 0} to ${highest}${unit}`];
  return lowest === undefined || lowest === 0 ? [] : [`at least ${lowest}${unit}`];
}

/** The schema that a reference names, with what `allOf` adds. */
function whole(document: OpenAPIObject, of: SchemaObject | ReferenceObject): Schema {
  const { allOf = [], ...own } = resolve<Schema>(document, of);
  return allOf.reduce<Schema>((sum, part) => {
    const more = whole(document, part);
    return { ...more, ...sum, properties: { ...more.properties, ...sum.properties } };
  }, own);
}
