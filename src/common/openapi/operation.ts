import type {
  ContentObject,
  MediaTypeObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
  SchemaObject,
} from '@nestjs/swagger';
import type { ErrorCode } from '../errors/error-codes.js';
import type { Answer } from './api-answer.js';
import { parameter, securityOf } from './components.js';
import { failureResponses, shapedFailures, type SharedResponses } from './failure-responses.js';
import { describePathParameters } from './path-parameters.js';
import type { RouteFacts } from './routes.js';
import { exampleOf, modernise, pathOf, resolve, type Schema, type Schemas } from './schemas.js';
import { sharedFailures, takesIdempotencyKey } from './shared-failures.js';

const FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

/** The parts of the document that operations refer to. */
export interface Parts {
  schemas: Schemas;
  /** Grows with the operations. */
  responses: SharedResponses;
}

/** Completes one operation in place: security, shared parameters, media types, answers, failures and examples. */
export function completeOperation(
  operation: OperationObject,
  { path, method }: { path: string; method: string },
  facts: RouteFacts,
  parts: Parts,
): void {
  const { schemas } = parts;
  const own = (operation.parameters ?? []) as ParameterObject[];
  describePathParameters(path, own);
  for (const { schema } of own) if (schema !== undefined) modernise(schema);
  const body = operation.requestBody as RequestBodyObject | undefined;
  if (body !== undefined) completeBody(body, facts.formField, schemas);
  operation.security = [...(securityOf(facts.access) ?? []), ...(operation.security ?? [])];
  operation.parameters = [...own, ...sharedParameters(method, facts)];
  const codes = sharedFailures({
    access: facts.access,
    method,
    hasBody: body !== undefined,
    hasQuery: own.some((one) => one.in === 'query'),
    hasPath: own.some((one) => one.in === 'path'),
  });
  operation.responses = {
    '200': successResponse(method, facts, schemas),
    ...failuresOf(facts, codes, parts),
  };
}

function failuresOf(
  { failures, failureShape }: RouteFacts,
  codes: ErrorCode[],
  { schemas, responses }: Parts,
): OperationObject['responses'] {
  return failureShape === undefined
    ? failureResponses(failures, codes, responses, schemas)
    : shapedFailures(failureShape, failures, codes);
}

function sharedParameters(method: string, { access }: RouteFacts): ReferenceObject[] {
  return [
    ...(access === 'user' || access === 'api_admin' ? [parameter('uid')] : []),
    ...(takesIdempotencyKey(method) ? [parameter('Idempotency-Key')] : []),
    parameter('X-Request-Id'),
  ];
}

function completeBody(body: RequestBodyObject, formField: string | undefined, schemas: Schemas): void {
  body.required ??= true;
  const json = body.content['application/json'];
  if (json?.schema === undefined) return;
  modernise(json.schema);
  if (json.examples === undefined) json.example ??= exampleOf(json.schema, schemas);
  const form = formField === undefined ? json.schema : listForm(json.schema, formField);
  const schema = resolve(form, schemas);
  if (schema.type !== 'object') return;
  const encoding = encodingOf(schema, schemas);
  for (const type of FORMS) body.content[type] = { schema: form, ...(encoding === undefined ? {} : { encoding }) };
}

function listForm(list: Schema, field: string): SchemaObject {
  return { type: 'object', required: [field], properties: { [field]: list } };
}

/** Forms carry objects and arrays as JSON text. */
function encodingOf(schema: SchemaObject, schemas: Schemas): MediaTypeObject['encoding'] {
  const nested = Object.entries(schema.properties ?? {}).filter(([, property]) => {
    const { type, allOf } = resolve(property, schemas);
    return allOf !== undefined || [type].flat().some((one) => one === 'object' || one === 'array');
  });
  if (nested.length === 0) return undefined;
  return Object.fromEntries(nested.map(([name]) => [name, { contentType: 'application/json' }]));
}

function successResponse(method: string, { answer, bare }: RouteFacts, schemas: Schemas): ResponseObject {
  const content = answer === undefined ? undefined : successContent(answer, bare, schemas);
  return {
    description: answer?.description ?? 'OK',
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...(takesIdempotencyKey(method)
        ? { 'Idempotency-Replayed': { $ref: '#/components/headers/Idempotency-Replayed' } }
        : {}),
    },
    ...(content === undefined ? {} : { content }),
  };
}

function successContent(answer: Answer, bare: boolean, schemas: Schemas): ContentObject {
  const data = dataSchema(answer);
  modernise(data);
  const value = answer.example ?? exampleOf(data, schemas);
  if (bare) return { [answer.mediaType ?? 'application/json']: { schema: data, example: value } };
  return {
    'application/json': { schema: envelope(data), example: { status_code: 200, errors: {}, data: value } },
  };
}

function envelope(data: Schema): SchemaObject {
  return {
    type: 'object',
    required: ['status_code', 'errors', 'data'],
    properties: {
      status_code: { type: 'integer', enum: [200] },
      errors: { type: 'object', maxProperties: 0 },
      data,
    },
  };
}

function dataSchema({ view, isArray, paged }: Answer): Schema {
  if (view === null) return { type: 'object', maxProperties: 0 };
  const one: Schema = typeof view === 'function' ? { $ref: pathOf(view) } : structuredClone(view);
  if (paged) return page(one);
  return isArray ? { type: 'array', items: one } : one;
}

/** Section 2.8 of the specification. */
function page(item: Schema): SchemaObject {
  const link = (which: string): SchemaObject => ({
    type: ['string', 'null'],
    format: 'uri',
    description: `address of the ${which} page`,
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
    },
  };
}
