import type {
  ExampleObject,
  MediaTypeObject,
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  RequestBodyObject,
  ResponseObject,
} from '@nestjs/swagger';
import { resolve } from '#common/api-document/index.js';
import { escape, inline, markdown } from './html.js';
import { field, fields } from './fields.js';

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
