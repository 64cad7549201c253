import type {
  ExampleObject,
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  RequestBodyObject,
  ResponseObject,
} from '@nestjs/swagger';
import { escape, inline, markdown } from './html.js';
import { field, fields, resolve } from './fields.js';

type Content = NonNullable<ResponseObject['content']>;

const JSON_TYPE = 'application/json';

/** An operation of the document, where it is. */
export interface Described {
  method: string;
  path: string;
  operation: OperationObject;
}

/** The name of an operation's part of the page. */
export function anchor({ operation }: Described): string {
  return escape(operation.operationId ?? '');
}

/** An operation: what it does, takes and answers, and, unless it is a webhook, a form to try it. */
export function renderOperation(document: OpenAPIObject, described: Described, canBeTried = true): string {
  const { method, path, operation } = described;
  const id = anchor(described);
  const parameters = (operation.parameters ?? []).map((one) => resolve<ParameterObject>(document, one));
  const body = operation.requestBody && resolve<RequestBodyObject>(document, operation.requestBody);
  const parts = [
    parameters.length > 0 && details('Parameters', id, parameterList(document, parameters)),
    body && details('Body', id, bodyFields(document, body)),
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

/** A part that opens. What it is of is said to those who hear the page, for whom all would be called the same. */
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

function bodyFields(document: OpenAPIObject, { content }: RequestBodyObject): string {
  const schema = (content[JSON_TYPE] ?? Object.values(content)[0])?.schema;
  return schema === undefined ? '' : fields(document, schema);
}

function answers(document: OpenAPIObject, { responses = {} }: OperationObject): string {
  return Object.entries(responses as Record<string, ResponseObject>)
    .map(([status, reference]) => {
      const { description, content } = resolve<ResponseObject>(document, reference);
      const line = `<h4>${status} ${inline(description)}</h4>`;
      if (!status.startsWith('2') || content === undefined) return line;
      const [example] = examplesOf(document, content);
      const schema = (content[JSON_TYPE] ?? Object.values(content)[0])?.schema;
      const shown = example === undefined ? '' : `<pre>${escape(text(example))}</pre>`;
      return `${line}${shown}${schema === undefined ? '' : fields(document, schema)}`;
    })
    .join('');
}

function examplesOf(document: OpenAPIObject, content: Content): unknown[] {
  const media = content[JSON_TYPE] ?? Object.values(content)[0];
  const example: unknown = media?.example;
  if (example !== undefined) return [example];
  return Object.values(media?.examples ?? {}).map((one) => resolve<ExampleObject>(document, one).value as unknown);
}

/** The form that sends the operation's request; `page.js` reads it. */
function form(
  document: OpenAPIObject,
  { method, path, operation }: Described,
  parameters: readonly ParameterObject[],
  body: RequestBodyObject | undefined,
): string {
  const id = escape(operation.operationId ?? '');
  const needs = new Set((operation.security ?? []).flatMap((one) => Object.keys(one)));
  const inputOf = ({ name, in: place, required, schema }: ParameterObject, index: number): string => {
    const examples = (schema as { examples?: unknown[] } | undefined)?.examples ?? [];
    const value = required === true && examples[0] !== undefined ? ` value="${escape(text(examples[0]))}"` : '';
    const input = `<input id="${id}-${index}" data-in="${place}" name="${escape(name)}"${value}${required ? ' required' : ''} autocomplete="off">`;
    const label = required === true || place !== 'header' ? name : `${name} (optional)`;
    return `<label for="${id}-${index}">${escape(label)}</label>${input}`;
  };
  const isLate = ({ in: place, required }: ParameterObject): boolean => place === 'header' && required !== true;
  const rendered = parameters.map((one, index) => ({ late: isLate(one), input: inputOf(one, index) }));
  const inputs = rendered.filter(({ late }) => !late).map(({ input }) => input);
  if (body?.content[JSON_TYPE] !== undefined) {
    const [example = {}] = examplesOf(document, body.content);
    inputs.push(
      `<label for="${id}-body">Body</label><textarea id="${id}-body" name="body" rows="8" spellcheck="false">${escape(text(example))}</textarea>`,
    );
  }
  inputs.push(...rendered.filter(({ late }) => late).map(({ input }) => input));
  const data = `data-method="${method}" data-path="${escape(path)}" data-key="${needs.has('apikey')}" data-token="${needs.has('bearer')}"`;
  return `<form class="try" ${data}>${inputs.join('\n')}
<button type="submit" aria-describedby="${id}-title">Send</button>
<pre role="status" hidden></pre></form>`;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
