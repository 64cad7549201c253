import type { OpenAPIObject, ReferenceObject, SchemaObject } from '@nestjs/swagger';
import { resolve } from '#common/api-document/index.js';
import { escape, inline } from './html.js';

/** Maximum depth of nested fields; deeper ones are only in the document. */
const DEPTH = 6;

/** OpenAPI 3.1 keywords that the library's type lacks. */
type Schema = SchemaObject & { const?: unknown };

/** The fields of a schema as nested lists: name, type, whether it is required, description. Empty without fields. */
export function fields(document: OpenAPIObject, of: SchemaObject | ReferenceObject, depth = 0): string {
  const schema = whole(document, of);
  if (depth >= DEPTH) return '';
  const choices = schema.anyOf ?? schema.oneOf ?? (schema.items === undefined ? [] : [schema.items]);
  if (choices.length > 0) return choices.map((choice) => fields(document, choice, depth)).join('');
  const items = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const needed = schema.required?.includes(name) === true;
    return `<li>${field(document, name, property, needed)}${fields(document, property, depth + 1)}</li>`;
  });
  return items.length === 0 ? '' : `<ul class="fields">${items.join('')}</ul>`;
}

/** One field or parameter. */
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

/** Resolves a reference, and merges `allOf`. */
function whole(document: OpenAPIObject, of: SchemaObject | ReferenceObject): Schema {
  const { allOf = [], ...own } = resolve<Schema>(document, of);
  return allOf.reduce<Schema>((sum, part) => {
    const more = whole(document, part);
    return { ...more, ...sum, properties: { ...more.properties, ...sum.properties } };
  }, own);
}
