import type { HeadersObject, ResponseObject, SchemaObject } from '@nestjs/swagger';
import { AppError } from '../errors/app-error.js';
import { ERROR_CODES, type ErrorCode } from '../errors/error-codes.js';
import { errorBody, type ErrorBody } from '../errors/error.filter.js';
import type { DocumentedFailure, FailureExample } from './api-failures.js';
import { MESSAGES, WITH_RETRY_AFTER } from './shared-failures.js';

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
      data: { type: 'object', maxProperties: 0 },
      request_id: { type: 'string', description: 'also in the header `X-Request-Id`; name it when you ask for help' },
    },
  },
};

/** The general example of every failure, for `components.examples`. */
export function failureExamples(): Record<string, { summary: string; value: ErrorBody }> {
  const codes = Object.keys(ERROR_CODES) as ErrorCode[];
  return Object.fromEntries(codes.sort().map((code) => [code, { summary: ERROR_CODES[code].type, value: body(code) }]));
}

function body(code: ErrorCode, { field, message }: Partial<FailureExample> = {}): ErrorBody {
  const text = message ?? MESSAGES[code];
  const error = field === undefined ? new AppError(code, text) : AppError.ofField(code, field, text);
  return errorBody(error, REQUEST_ID);
}

/**
 * The responses of a route's failures by status, with an example of each.
 * @param own what the route names itself; its examples stand instead of the general ones of the same code
 * @param shared the codes that it shares with others
 */
export function failureResponses(
  own: readonly DocumentedFailure[],
  shared: readonly ErrorCode[],
): Record<string, ResponseObject> {
  const specific = own.filter((failure) => typeof failure === 'object');
  const named = new Set(specific.map(({ code }) => code));
  const general = [...own.filter((failure) => typeof failure === 'string'), ...shared].filter(
    (code) => !named.has(code),
  );
  const byStatus = new Map<number, FailureExample[]>();
  for (const failure of [...specific, ...new Set(general)]) {
    const example = typeof failure === 'string' ? { code: failure, message: '' } : failure;
    const { status } = ERROR_CODES[example.code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), example]);
  }
  return Object.fromEntries([...byStatus].map(([status, examples]) => [String(status), response(status, examples)]));
}

function response(status: number, failures: readonly FailureExample[]): ResponseObject {
  const types = [...new Set(failures.map(({ code }) => ERROR_CODES[code].type))];
  const schema = {
    allOf: [{ $ref: '#/components/schemas/Failure' }],
    properties: { status_code: { const: status }, type: { enum: types } },
  } as SchemaObject;
  return {
    description: types.join(', '),
    headers: headersOf(failures),
    content: { 'application/json': { schema, examples: named(failures) } },
  };
}

function headersOf(failures: readonly FailureExample[]): HeadersObject {
  const retry = failures.some(({ code }) => WITH_RETRY_AFTER.has(code));
  return {
    'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
    ...(retry ? { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } : {}),
  };
}

function named(failures: readonly FailureExample[]): Record<string, { $ref: string } | { summary: string; value: ErrorBody }> {
  const count = new Map<string, number>();
  return Object.fromEntries(
    failures.map((failure) => {
      const { code, field, message } = failure;
      if (message === '') return [code, { $ref: `#/components/examples/${code}` }];
      const nth = (count.get(code) ?? 0) + 1;
      count.set(code, nth);
      const summary = `${ERROR_CODES[code].type}: ${field === undefined ? '' : `${field} `}${message}`;
      return [nth === 1 ? code : `${code}_${nth}`, { summary, value: body(code, failure) }];
    }),
  );
}
