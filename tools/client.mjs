/**
 * Makes the generated part of `packages/client` from the OpenAPI document: the types by openapi-typescript, the table of operations
 * here. `tools/openapi.mjs` writes both.
 */
import { createRequire } from 'node:module';

/** The generator needs TypeScript 5, which is the console's. */
const { default: typesOf, astToString } = createRequire(new URL('../console/package.json', import.meta.url))(
  'openapi-typescript',
);

const BASE = /^\/api\/v1\//;
const METHODS = ['get', 'post', 'patch', 'put', 'delete'];
const JSON_TYPE = 'application/json';

/** What the client calls: operations with the envelope, below the base URL. */
function operationsOf(document) {
  const resolved = ({ $ref, ...other }) =>
    $ref === undefined
      ? other
      : $ref
          .split('/')
          .slice(1)
          .reduce((part, key) => part[key], document);
  return Object.entries(document.paths)
    .filter(([path]) => BASE.test(path))
    .flatMap(([path, item]) =>
      METHODS.filter((method) => method in item).map((method) => ({ path, method, ...item[method] })),
    )
    .map((operation) => ({
      ...operation,
      parameters: (operation.parameters ?? []).map(resolved),
      answer: resolved(operation.responses[200]).content?.[JSON_TYPE]?.schema,
      body: operation.requestBody && resolved(operation.requestBody),
    }))
    .filter(({ answer }) => answer?.properties?.data !== undefined);
}

/** The document with no more than the types need: what a call takes and gets, without the envelope. */
function lean(document, operations) {
  const paths = {};
  for (const { path, method, operationId, summary, description, parameters, body, answer } of operations) {
    const inputs = parameters.filter(
      ({ in: place, name }) => place === 'path' || (place === 'query' && name !== 'uid'),
    );
    const schema = body?.content[JSON_TYPE]?.schema;
    (paths[path] ??= {})[method] = {
      operationId,
      summary,
      description,
      parameters: inputs,
      ...(schema && { requestBody: { required: body.required, content: { [JSON_TYPE]: { schema } } } }),
      responses: { 200: { description: 'OK', content: { [JSON_TYPE]: { schema: answer.properties.data } } } },
    };
  }
  const schemas = {};
  const add = (value) => {
    if (value === null || typeof value !== 'object') return;
    const name = typeof value.$ref === 'string' ? value.$ref.split('/').at(-1) : undefined;
    if (name !== undefined && !(name in schemas)) add((schemas[name] = document.components.schemas[name]));
    Object.values(value).forEach(add);
  };
  add(paths);
  const sorted = Object.fromEntries(Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1)));
  return { openapi: document.openapi, info: document.info, paths, components: { schemas: sorted } };
}

/** The generated files, by their paths. */
export async function clientFiles(document) {
  const operations = operationsOf(document);
  const types = astToString(await typesOf(lean(document, operations), { silent: true }));
  const rows = operations.map(
    ({ operationId, method, path }) => `  ${operationId}: '${method.toUpperCase()} ${path.replace(BASE, '')}',`,
  );
  const note = '// Made from the OpenAPI document by `npm run openapi`.\n';
  return {
    'packages/client/src/generated/schema.ts': `${note}${types}`,
    'packages/client/src/generated/operations.ts': `${note}export const OPERATIONS = {\n${rows.join('\n')}\n} as const;\n`,
  };
}
