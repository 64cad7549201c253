import type {
  ContentObject,
  MediaTypeObject,
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  RequestBodyObject,
  ResponseObject,
  SchemaObject,
} from '@nestjs/swagger';
import { ONLY_ONESELF } from '../access/index.js';
import { filterParameters } from '../custom-fields/schema.js';
import { csvHeader, csvRows, columnsOf } from '../http/csv.js';
import type { EndpointOptions } from '../http/endpoint.js';
import { SECURITY } from './components.js';
import { failureResponses, sharedFailures, takesIdempotencyKey } from './failure-responses.js';
import type { RouteFacts } from './routes.js';
import { exampleOf, modernise, refTo, resolve, type Schema } from './schemas.js';

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** Completes one operation in place: security, shared parameters, media types, responses, errors and examples. */
export function completeOperation(
  document: OpenAPIObject,
  operation: OperationObject,
  method: string,
  facts: RouteFacts,
): void {
  const own = (operation.parameters ?? []) as ParameterObject[];
  for (const { schema } of own) if (schema !== undefined) modernise(schema);
  const body = operation.requestBody as RequestBodyObject | undefined;
  if (body !== undefined) completeBody(document, body, facts.endpoint);
  const codes = sharedFailures(facts.demand.level, method, operation);
  // Of downloads there are only a few at once.
  const isDownload = facts.endpoint?.csv !== undefined || facts.endpoint?.files !== undefined;
  if (isDownload && !codes.includes('TOO_MANY_REQUESTS')) codes.push('TOO_MANY_REQUESTS');
  if (facts.demand.isConfirmed) codes.push('REAUTHENTICATION_REQUIRED');
  operation.security = [...SECURITY[facts.demand.level], ...(operation.security ?? [])];
  describeNeeds(operation, facts);
  const filters = facts.endpoint?.filteredBy === undefined ? [] : filterParameters(facts.endpoint.filteredBy);
  const shared = sharedParameters(method, facts).map((name) => refTo('parameters', name));
  operation.parameters = [...own, ...filters, ...shared];
  operation.responses = {
    '200': successResponse(document, method, facts),
    ...(facts.endpoint?.revalidated && { '304': { description: 'Not Modified', headers: headersOf(['ETag']) } }),
    ...failureResponses(document, facts, codes),
  };
}

/**
 * Says for programs in `x-permission` which permission an admin operation needs, also in the description, and in `x-scope` which
 * scope a token that has scopes.
 */
function describeNeeds(operation: OperationObject, { demand: { permission, scope } }: RouteFacts): void {
  if (scope !== undefined) Object.assign(operation, { 'x-scope': scope });
  if (permission === undefined) return;
  const needs = `Needs the permission \`${permission}\`.`;
  operation.description = [operation.description, needs].filter(Boolean).join('\n\n');
  Object.assign(operation, { 'x-permission': permission });
}

function sharedParameters(method: string, { demand: { level }, endpoint }: RouteFacts): string[] {
  const isForOthers = level === 'visitor' || level === 'user' || level === 'api_admin';
  const actsForOthers = isForOthers && !endpoint?.failures?.includes(ONLY_ONESELF);
  return [
    ...(actsForOthers ? ['uid'] : []),
    ...(takesIdempotencyKey(method) ? ['Idempotency-Key'] : []),
    ...(endpoint?.revalidated ? ['If-None-Match'] : []),
    'X-Request-Id',
  ];
}

function completeBody(document: OpenAPIObject, body: RequestBodyObject, endpoint: EndpointOptions | undefined): void {
  body.required ??= true;
  const files = typeof endpoint?.body === 'object' && 'files' in endpoint.body ? endpoint.body.files : undefined;
  for (const [type, example] of Object.entries(files ?? {})) body.content[type]!.example = example;
  const json = body.content['application/json'];
  if (json?.schema === undefined) return;
  modernise(json.schema);
  if (json.examples === undefined) json.example ??= exampleOf(document, json.schema);
  const documented = typeof endpoint?.body === 'object' ? endpoint.body : undefined;
  if (documented !== undefined && 'component' in documented) return;
  const field = documented?.list?.formField;
  const form: Schema =
    field === undefined ? json.schema : { type: 'object', required: [field], properties: { [field]: json.schema } };
  const schema = resolve(document, form);
  if (schema.type !== 'object') return;
  const encoding = encodingOf(document, schema);
  for (const type of FORMS) body.content[type] = { schema: form, ...(encoding === undefined ? {} : { encoding }) };
}

/** Forms carry objects and arrays as JSON text. */
function encodingOf(document: OpenAPIObject, { properties = {} }: SchemaObject): MediaTypeObject['encoding'] {
  const nested = Object.entries(properties).filter(([, property]) => {
    const { type, allOf } = resolve(document, property);
    return allOf !== undefined || [type].flat().some((one) => one === 'object' || one === 'array');
  });
  if (nested.length === 0) return undefined;
  return Object.fromEntries(nested.map(([name]) => [name, { contentType: 'application/json' }]));
}

function successResponse(document: OpenAPIObject, method: string, { endpoint, bare }: RouteFacts): ResponseObject {
  const headers = [
    'X-Request-Id',
    ...(takesIdempotencyKey(method) ? ['Idempotency-Replayed'] : []),
    ...(endpoint?.revalidated ? ['ETag'] : []),
  ];
  return {
    description: 'OK',
    headers: headersOf(headers),
    ...(endpoint === undefined ? {} : { content: successContent(document, endpoint, bare) }),
  };
}

function headersOf(names: readonly string[]): NonNullable<ResponseObject['headers']> {
  return Object.fromEntries(names.map((name) => [name, refTo('headers', name)]));
}

function successContent(document: OpenAPIObject, endpoint: EndpointOptions, bare: boolean): ContentObject {
  if (endpoint.files !== undefined) return filesContent(endpoint.files);
  const data = dataSchema(endpoint);
  modernise(data);
  const value = endpoint.answerExample ?? exampleOf(document, data);
  if (bare) return { [endpoint.mediaType ?? 'application/json']: { schema: data, example: value } };
  return {
    'application/json': { schema: envelope(data), example: { status_code: 200, errors: {}, data: value } },
    ...(endpoint.csv === undefined
      ? {}
      : { 'text/csv': { schema: { type: 'string' }, example: fileExample(document, endpoint) } }),
  };
}

/** Of the file of an `AdminList`: the example of an answer as a row. */
function fileExample(document: OpenAPIObject, { csv, answer }: EndpointOptions): string | undefined {
  if (csv !== true || typeof answer !== 'function') return csv === true ? undefined : csv;
  const columns = columnsOf(answer);
  return csvHeader(columns) + csvRows(columns, [exampleOf(document, refTo('schemas', answer.name)) as object]);
}

function filesContent(files: Readonly<Record<string, string>>): ContentObject {
  const contents = Object.entries(files).map(([type, example]) => [type, { schema: { type: 'string' }, example }]);
  return Object.fromEntries(contents) as ContentObject;
}

function envelope(data: Schema): SchemaObject {
  return {
    type: 'object',
    required: ['status_code', 'errors', 'data'],
    properties: { status_code: { type: 'integer', enum: [200] }, errors: { type: 'object', maxProperties: 0 }, data },
  };
}

function dataSchema({ answer, isArray, paged, sums }: EndpointOptions): Schema {
  if (answer === null) return { type: 'object', maxProperties: 0 };
  const one: Schema = typeof answer === 'function' ? refTo('schemas', answer.name) : structuredClone(answer);
  if (paged) return page(one, sums === undefined ? undefined : refTo('schemas', sums.name));
  return isArray ? { type: 'array', items: one } : one;
}

const SUMS = 'what all matching items come to, only with `sums=true`; null for too many of them';

/** See docs/spec/commerce-api.md#2.8. */
function page(item: Schema, sums?: Schema): SchemaObject {
  const link = (which: string): SchemaObject => ({
    type: ['string', 'null'],
    format: 'uri',
    description: `URL of the ${which} page`,
    examples: [null],
  });
  return {
    type: 'object',
    required: ['results', 'count', 'previous', 'next'],
    properties: {
      results: { type: 'array', items: item },
      count: { type: 'integer', minimum: 0, description: 'number of all matching items', examples: [1] },
      previous: link('previous'),
      next: link('next'),
      ...(sums !== undefined && { sums: { type: ['array', 'null'], items: sums, description: SUMS } }),
    },
  };
}
