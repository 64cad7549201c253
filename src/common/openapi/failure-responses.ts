import { isDeepStrictEqual } from 'node:util';
import type { HeadersObject, ReferenceObject, ResponseObject, SchemaObject } from '@nestjs/swagger';
import { AppError } from '../errors/app-error.js';
import { ERROR_CODES, type ErrorCode } from '../errors/error-codes.js';
import { errorBody, type ErrorBody } from '../errors/error-body.js';
import type { FailureShape } from '../errors/failure-shape.js';
import type { DocumentedFailure } from './api-failures.js';
import { exampleOf, pathOf, type Schema, type Schemas } from './schemas.js';
import { GENERAL_EXAMPLES, WITH_RETRY_AFTER } from './shared-failures.js';

const REQUEST_ID = '0198f0a3-6c1e-7b52-9d55-2f6b1a7c0d11';

/** The `Failure` schema: the one shape of every failure. Section 7.2 of the specification; section 2 of the decisions. */
export const FAILURE_SCHEMAS: Record<string, SchemaObject> = {
  FieldProblem: {
    type: 'object',
    description: 'One thing that is wrong with a field.',
    required: ['message'],
    properties: {
      message: { type: 'string', examples: ['must not be blank'] },
      path: { type: 'string', description: 'where in a nested field', examples: ['varients[2].product-sku'] },
      index: { type: 'integer', description: 'which bundle of a bulk request', examples: [3] },
      bundle_id: { type: 'string', description: 'the bundle of a bulk request', examples: ['tea-box'] },
    },
  },
  Failure: {
    type: 'object',
    description: 'The one shape of every failure.',
    required: ['status_code', 'type', 'message', 'errors', 'data', 'request_id'],
    properties: {
      status_code: { type: 'integer', description: 'the HTTP status' },
      type: { type: 'string', description: 'short name of the failure' },
      message: { type: 'string', description: 'long description, for people' },
      errors: {
        type: 'object',
        description: 'field to what is wrong with it; what belongs to no field stands under `detail`',
        additionalProperties: { type: 'array', items: { $ref: '#/components/schemas/FieldProblem' } },
      },
      data: {
        type: 'object',
        description: 'what the client needs to go on; empty where a failure does not say otherwise',
        additionalProperties: true,
      },
      request_id: { type: 'string', description: 'also in the header `X-Request-Id`; name it when you ask for help' },
    },
  },
};

/** The general example of every failure, for `components.examples`. */
export function failureExamples(): Record<string, { summary: string; value: ErrorBody }> {
  const codes = Object.keys(ERROR_CODES) as ErrorCode[];
  return Object.fromEntries(codes.sort().map((code) => [code, { summary: ERROR_CODES[code].type, value: body(code) }]));
}

function body(code: ErrorCode, { field, message } = GENERAL_EXAMPLES[code]): ErrorBody {
  const error = field === undefined ? new AppError(code, message) : AppError.ofField(code, field, message);
  return errorBody(error, REQUEST_ID);
}

/** The responses of failures that many routes share, by name; operations refer to them. */
export type SharedResponses = Record<string, ResponseObject>;

/**
 * The responses of a route's failures by status, with an example of each.
 * @param own what the route names itself; its examples stand instead of the general ones of the same code
 * @param codes those that it shares with others
 * @param shared where responses without examples of the route's own are gathered
 * @param schemas those of the document, for the examples of what failures carry
 */
export function failureResponses(
  own: readonly DocumentedFailure[],
  codes: readonly ErrorCode[],
  shared: SharedResponses,
  schemas: Schemas,
): Record<string, ResponseObject | ReferenceObject> {
  const specific = own.filter((failure) => typeof failure === 'object');
  const general = [...own.filter((failure) => typeof failure === 'string'), ...codes];
  const byStatus = new Map<number, DocumentedFailure[]>();
  for (const failure of [...specific, ...new Set(general)]) {
    if (typeof failure === 'string' && specific.some(({ code }) => code === failure)) continue;
    const { status } = ERROR_CODES[codeOf(failure)];
    byStatus.set(status, [...(byStatus.get(status) ?? []), failure]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, failures]) => {
      return [String(status), share(response(status, failures, schemas), failures, shared)];
    }),
  );
}

/** The responses of a route that tells its failures in a shape of its own, by status. */
export function shapedFailures(
  shape: FailureShape,
  own: readonly DocumentedFailure[],
  codes: readonly ErrorCode[],
): Record<string, ResponseObject> {
  const byStatus = new Map<number, Map<ErrorCode, object>>();
  for (const code of new Set([...own.map(codeOf), ...codes])) {
    const { status, body } = shape.answer(new AppError(code, GENERAL_EXAMPLES[code].message));
    byStatus.set(status, (byStatus.get(status) ?? new Map<ErrorCode, object>()).set(code, body));
  }
  return Object.fromEntries(
    [...byStatus].map(([status, bodies]) => {
      const failures = [...bodies.keys()];
      const examples = [...bodies].map(([code, value]) => [code, { summary: ERROR_CODES[code].type, value }]);
      const media = { schema: { $ref: pathOf(shape.view) }, examples: Object.fromEntries(examples) as NamedExamples };
      const description = typesOf(failures).join(', ');
      return [String(status), { description, headers: headersOf(failures), content: { 'application/json': media } }];
    }),
  );
}

function codeOf(failure: DocumentedFailure): ErrorCode {
  return typeof failure === 'string' ? failure : failure.code;
}

function typesOf(failures: readonly DocumentedFailure[]): string[] {
  return [...new Set(failures.map((failure) => ERROR_CODES[codeOf(failure)].type))];
}

function response(status: number, failures: readonly DocumentedFailure[], schemas: Schemas): ResponseObject {
  const types = typesOf(failures);
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Failure' }],
    properties: { status_code: { const: status }, type: { enum: types }, ...dataSchema(failures) },
  } as SchemaObject;
  return {
    description: types.join(', '),
    headers: headersOf(failures),
    content: { 'application/json': { schema, examples: named(failures, schemas) } },
  };
}

/** What the failures of a status carry; most carry nothing. */
function dataSchema(failures: readonly DocumentedFailure[]): { data: Schema } {
  const carried = failures.flatMap((failure) => (typeof failure === 'object' && failure.data ? [failure.data] : []));
  if (carried.length === 0) return { data: { type: 'object', maxProperties: 0 } };
  return {
    data: { anyOf: [...carried.map((view) => ({ $ref: pathOf(view) })), { type: 'object', maxProperties: 0 }] },
  };
}

/** Named after the types in it, so that the name does not change when routes come and go. */
function share(
  response: ResponseObject,
  failures: readonly DocumentedFailure[],
  shared: SharedResponses,
): ResponseObject | ReferenceObject {
  if (failures.some((failure) => typeof failure === 'object')) return response;
  const names = typesOf(failures).map((type) => type.replaceAll(' ', ''));
  const name = names.length <= 2 ? names.join('Or') : `${names[0]}To${names.at(-1)}`;
  shared[name] ??= response;
  return isDeepStrictEqual(shared[name], response) ? { $ref: `#/components/responses/${name}` } : response;
}

function headersOf(failures: readonly DocumentedFailure[]): HeadersObject {
  const retry = failures.some((failure) => WITH_RETRY_AFTER.has(codeOf(failure)));
  return {
    'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
    ...(retry ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } : {}),
  };
}

type NamedExamples = Record<string, { $ref: string } | { summary: string; value: object }>;

function named(failures: readonly DocumentedFailure[], schemas: Schemas): NamedExamples {
  const count = new Map<string, number>();
  return Object.fromEntries(
    failures.map((failure): [string, NamedExamples[string]] => {
      if (typeof failure === 'string') return [failure, { $ref: `#/components/examples/${failure}` }];
      const { code, field, message, data } = failure;
      const nth = (count.get(code) ?? 0) + 1;
      count.set(code, nth);
      const summary = `${ERROR_CODES[code].type}: ${field === undefined ? '' : `${field} `}${message}`;
      const value = body(code, failure);
      if (data !== undefined) value.data = exampleOf({ $ref: pathOf(data) }, schemas) as object;
      return [nth === 1 ? code : `${code}_${nth}`, { summary, value }];
    }),
  );
}
