import type {
  ExampleObject,
  MediaTypeObject,
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  RequestBodyObject,
  ResponseObject,
  ReferenceObject,
  SchemaObject,
} from '@nestjs/swagger';
import { resolve } from '#common/api-document/index.js';
import { escape } from '#common/http/markup.js';
import { inline, markdown } from './markdown.js';

/** Maximum depth of nested fields; deeper ones are only in the document. */
const DEPTH = 6;

/** OpenAPI 3.1 keywords that the library's type lacks. */
type Schema = SchemaObject & { const?: unknown };

/** The fields of a schema as nested lists: name, type, whether it is required, description. Empty without fields. */
function fields(document: OpenAPIObject, of: SchemaObject | ReferenceObject, depth = 0): string {
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
function field(
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

type Content = NonNullable<ResponseObject['content']>;

const JSON_TYPE = 'application/json';

/** An operation with its path and method. */
export interface Described {
  method: string;
  path: string;
  operation: OperationObject;
}

/** The id of an operation's element on the page. */
export function anchor({ operation }: Pick<Described, 'operation'>): string {
  return escape(operation.operationId ?? '');
}

/** Renders an operation: description, parameters, responses and, unless it is a webhook, a form to try it. */
export function renderOperation(document: OpenAPIObject, described: Described): string {
  const { method, path, operation } = described;
  const id = anchor(described);
  const canBeTried = path.startsWith('/');
  const parameters = (operation.parameters ?? []).map((one) => resolve<ParameterObject>(document, one));
  const body = operation.requestBody && resolve<RequestBodyObject>(document, operation.requestBody);
  const parts = [
    parameters.length > 0 && details('Parameters', id, parameterList(document, parameters)),
    body && details('Body', id, fieldsOf(document, body.content)),
    canBeTried && details('Answers', id, answers(document, operation)),
    canBeTried && details('Try it out', id, form(document, described, parameters, body)),
  ].filter((part) => part !== false && part !== undefined);
  return `<article id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title">${escape(operation.summary ?? id)}</h3>
<p class="address"><span class="method ${method}">${method.toUpperCase()}</span> <code>${escape(path)}</code></p>
${markdown(operation.description ?? '')}
${parts.join('\n')}
</article>`;
}

/** A collapsible section. The operation's name is added for screen readers, which would read the same title everywhere. */
function details(title: string, id: string, content: string): string {
  return `<details><summary aria-describedby="${id}-title">${title}</summary>${content}</details>`;
}

function parameterList(document: OpenAPIObject, parameters: readonly ParameterObject[]): string {
  const items = parameters.map(({ name, schema, required, description, in: place }) => {
    const line = field(document, name, schema ?? {}, required === true, description);
    return `<li>${line} <span class="type">(${place})</span></li>`;
  });
  return `<ul class="fields">${items.join('')}</ul>`;
}

function answers(document: OpenAPIObject, { responses = {} }: OperationObject): string {
  return Object.entries(responses as Record<string, ResponseObject>)
    .map(([status, reference]) => {
      const { description, content } = resolve<ResponseObject>(document, reference);
      const line = `<h4>${status} ${inline(description)}</h4>`;
      if (!status.startsWith('2') || content === undefined) return line;
      const example = exampleOf(document, content);
      const shown = example === undefined ? '' : `<pre>${escape(text(example))}</pre>`;
      return `${line}${shown}${fieldsOf(document, content)}`;
    })
    .join('');
}

function mediaOf(content: Content): MediaTypeObject | undefined {
  return content[JSON_TYPE] ?? Object.values(content)[0];
}

function fieldsOf(document: OpenAPIObject, content: Content): string {
  const schema = mediaOf(content)?.schema;
  return schema === undefined ? '' : fields(document, schema);
}

function exampleOf(document: OpenAPIObject, content: Content): unknown {
  const media = mediaOf(content);
  const [first] = Object.values(media?.examples ?? {});
  return (media?.example as unknown) ?? (first && resolve<ExampleObject>(document, first).value);
}

/** The form that sends the operation's request; `page.js` reads it. */
function form(
  document: OpenAPIObject,
  { method, path, operation }: Described,
  parameters: readonly ParameterObject[],
  body: RequestBodyObject | undefined,
): string {
  const id = anchor({ operation });
  const needs = new Set((operation.security ?? []).flatMap((one) => Object.keys(one)));
  const inputOf = ({ name, in: place, required, schema }: ParameterObject, index: number): string => {
    const examples = (schema as { examples?: unknown[] } | undefined)?.examples ?? [];
    const value = required === true && examples[0] !== undefined ? ` value="${escape(text(examples[0]))}"` : '';
    const input = `<input id="${id}-${index}" data-in="${place}" name="${escape(name)}"${value}${required ? ' required' : ''} autocomplete="off">`;
    const label = required === true || place !== 'header' ? name : `${name} (optional)`;
    return `<label for="${id}-${index}">${escape(label)}</label>${input}`;
  };
  const isLate = ({ in: place, required }: ParameterObject): boolean => place === 'header' && required !== true;
  const inputs = parameters.map((one, index) => (isLate(one) ? '' : inputOf(one, index)));
  if (body?.content[JSON_TYPE] !== undefined) {
    const example = escape(text(exampleOf(document, body.content) ?? {}));
    inputs.push(
      `<label for="${id}-body">Body</label><textarea id="${id}-body" name="body" rows="8" spellcheck="false">${example}</textarea>`,
    );
  }
  inputs.push(...parameters.map((one, index) => (isLate(one) ? inputOf(one, index) : '')));
  const data = `data-method="${method}" data-path="${escape(path)}" data-key="${needs.has('apikey')}" data-token="${needs.has('bearer')}"`;
  return `<form class="try" ${data}>${inputs.filter(Boolean).join('\n')}
<button type="submit" aria-describedby="${id}-title">Send</button>
<pre role="status" hidden></pre></form>`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
