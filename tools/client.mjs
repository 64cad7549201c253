/**
 * Makes the generated part of `packages/client` from the OpenAPI document and the tables of messages: the types by openapi-typescript,
 * the operations and the codes of errors here. `tools/openapi.mjs` writes it.
 */
import { createRequire } from 'node:module';
import { ERROR_CODES } from '../src/common/errors/error-codes.js';
import { isNumber } from '../src/common/errors/problems.js';
import { MESSAGES } from '../src/messages.js';

/** The generator needs TypeScript 5, which is the console's. */
const { default: typesOf, astToString } = createRequire(new URL('../console/package.json', import.meta.url))(
  'openapi-typescript',
);

const BASE = /^\/api\/v1\//;
const METHODS = ['get', 'post', 'patch', 'put', 'delete'];
const JSON_TYPE = 'application/json';
const NOTE = '// Made from the OpenAPI document and the tables of messages by `npm run openapi`.\n';

const quoted = (codes) => codes.map((code) => `'${code}'`).join(' | ') || 'never';

/** Reads what a document refers to. */
function resolverOf(document) {
  return (value) =>
    value?.$ref === undefined
      ? value
      : value.$ref
          .split('/')
          .slice(1)
          .reduce((part, key) => part[key], document);
}

/** What the client calls: operations with the envelope, below the base URL. */
function operationsOf(document) {
  const resolved = resolverOf(document);
  return Object.entries(document.paths)
    .filter(([path]) => BASE.test(path))
    .flatMap(([path, item]) =>
      METHODS.filter((method) => method in item).map((method) => ({ path, method, ...item[method] })),
    )
    .map(({ parameters = [], requestBody, responses, ...operation }) => ({
      ...operation,
      inputs: parameters
        .map(resolved)
        .filter(({ in: place, name }) => place === 'path' || (place === 'query' && name !== 'uid')),
      body: resolved(requestBody),
      answer: resolved(responses[200]).content?.[JSON_TYPE]?.schema.properties?.data,
      failures: Object.entries(responses)
        .filter(([status]) => Number(status) >= 400)
        .map(([, response]) => resolved(response).content[JSON_TYPE]),
    }))
    .filter(({ answer }) => answer !== undefined);
}

/** The document with no more than the types need: what a call takes and gets, without the envelope, and the events. */
function leanOf(document, operations) {
  const paths = {};
  for (const { path, method, operationId, inputs, body, answer } of operations) {
    const { schema } = body?.content[JSON_TYPE] ?? {};
    if (['get', 'delete'].includes(method) !== (schema === undefined))
      throw new Error(`${operationId}: the client knows by the method what has a body`);
    (paths[path] ??= {})[method] = {
      operationId,
      parameters: inputs,
      ...(schema && { requestBody: { required: body.required, content: { [JSON_TYPE]: { schema } } } }),
      responses: { 200: { description: 'OK', content: { [JSON_TYPE]: { schema: answer } } } },
    };
  }
  const webhooks = Object.fromEntries(
    Object.entries(document.webhooks).map(([type, { post }]) => [
      type,
      { post: { requestBody: { required: true, content: post.requestBody.content }, responses: {} } },
    ]),
  );
  const schemas = {};
  const add = (value) => {
    if (value === null || typeof value !== 'object') return;
    const name = typeof value.$ref === 'string' ? value.$ref.split('/').at(-1) : undefined;
    if (name !== undefined && !(name in schemas)) add((schemas[name] = document.components.schemas[name]));
    Object.values(value).forEach(add);
  };
  add([paths, webhooks, operations.flatMap(({ failures }) => dataOf(failures))]);
  const sorted = Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return { openapi: document.openapi, info: document.info, paths, webhooks, components: { schemas: sorted } };
}

/** The schemas of data that errors of an operation carry. */
function dataOf(failures) {
  return failures.flatMap(({ schema }) => (schema.properties?.data?.anyOf ?? []).filter(({ $ref }) => $ref));
}

async function schemaFile(lean) {
  const nodes = await typesOf(lean, { silent: true, defaultNonNullable: false });
  const used = nodes.filter(({ name }) => ['components', 'operations', 'webhooks'].includes(name?.text));
  return NOTE + astToString(used);
}

function operationsFile(operations) {
  const route = ({ method, path }) => `${method.toUpperCase()} ${path.replace(BASE, '')}`;
  const methods = operations.map(
    ({ summary, description, operationId }) =>
      `  /** ${[summary, description].filter(Boolean).join('. ').replaceAll('*/', '* /').replaceAll('..', '.')} */\n` +
      `  ${operationId}: Method<'${operationId}'>;`,
  );
  const rows = operations.map((operation) => `  ${operation.operationId}: '${route(operation)}',`);
  return [
    `${NOTE}import type { Method } from '../operations.js';`,
    `/** The operations of the API by their ids. */\nexport interface Operations {\n${methods.join('\n')}\n}`,
    `/** Their methods and paths below the base URL. */\nexport const ROUTES = {\n${rows.join('\n')}\n} as const;\n`,
  ].join('\n\n');
}

/** The codes of errors and of problems with the values in their messages, and which an operation may be refused with. */
function errorsFile(document, operations) {
  const resolved = resolverOf(document);
  const params = (text) => {
    const names = [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))];
    return `{ ${names.map((name) => `${name}: ${isNumber(name) ? 'number' : 'string'};`).join(' ')} }`;
  };
  const messages = Object.values(MESSAGES).flatMap((part) => Object.entries(part));
  const ofErrors = Object.entries(ERROR_CODES).flatMap(([name, { status, type }]) => {
    const own = messages.filter(([, message]) => message.of === name);
    const codes = new Set([name.toLowerCase(), ...own.map(([code]) => code)]);
    return [...codes].map((code) => `  ${code}: { status: ${status}; type: '${type}' };`);
  });
  const general = new Set(Object.keys(ERROR_CODES).map((name) => name.toLowerCase()));
  const problems = new Map([...general, 'invalid'].map((code) => [code, '{}']));
  for (const [code, { en }] of messages) problems.set(code, params(en));

  const rows = operations.map(({ operationId, failures }) => {
    const examples = failures.flatMap((failure) => Object.values(failure.examples ?? {}).map(resolved));
    const codes = [...new Set(examples.map(({ value }) => value.code))];
    const [data] = dataOf(failures).map(({ $ref }) => $ref.split('/').at(-1));
    const withData = examples.filter(({ value }) => Object.keys(value.data).length > 0).map(({ value }) => value.code);
    return { operationId, codes, data, withData };
  });
  // What nearly all may be refused with is said once.
  const common = rows.map(({ codes }) => new Set(codes)).reduce((all, codes) => all.intersection(codes));
  const codes = rows.map(
    ({ operationId, codes }) => `  ${operationId}: ${quoted(codes.filter((code) => !common.has(code)))};`,
  );
  const data = rows
    .filter(({ withData }) => withData.length > 0)
    .map(
      ({ operationId, data, withData }) =>
        `  ${operationId}: { ${withData.map((code) => `${code}: components['schemas']['${data}']`).join('; ')} };`,
    );
  return [
    `${NOTE}import type { components } from './schema.js';`,
    `/** Status and type of each error, by its code. */\nexport interface ErrorCodes {\n${ofErrors.join('\n')}\n}`,
    `/** The values in the message of each problem, by its code. */\nexport interface ProblemCodes {\n${[...problems].map(([code, values]) => `  ${code}: ${values};`).join('\n')}\n}`,
    `/** The codes that any operation may be refused with. */\nexport type CommonCode = ${quoted([...common])};`,
    `/** The other codes that an operation may be refused with. */\nexport interface OperationCodes {\n${codes.join('\n')}\n}`,
    `/** The \`data\` of the errors that have some, by operation and code. */\nexport interface ErrorData {\n${data.join('\n')}\n}\n`,
  ].join('\n\n');
}

/** The generated files, by their paths. */
export async function clientFiles(document) {
  const operations = operationsOf(document);
  const folder = 'packages/client/src/generated';
  return {
    [`${folder}/schema.ts`]: await schemaFile(leanOf(document, operations)),
    [`${folder}/operations.ts`]: operationsFile(operations),
    [`${folder}/errors.ts`]: errorsFile(document, operations),
  };
}
