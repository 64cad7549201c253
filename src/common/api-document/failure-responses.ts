import { isDeepStrictEqual } from 'node:util';
import type {
  HeadersObject,
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  ResponseObject,
  SchemaObject,
} from '@nestjs/swagger';
import { AppError } from '../errors/app-error.js';
import { ERROR_CODES, type ErrorCode } from '../errors/error-codes.js';
import { type ErrorBody, errorBody, type FailureShape } from '../errors/failure-shape.js';
import { type DocumentedFailure, type Failure, fill } from '../errors/failures.js';
import type { RouteFacts } from './routes.js';
import { exampleOf, refTo } from './schemas.js';
import type { AccessLevel } from '../access/index.js';

const REQUEST_ID = '0198f0a3-6c1e-7b52-9d55-2f6b1a7c0d11';

/** The default example of every error, for `components.examples`. */
export function failureExamples(): Record<string, { summary: string; value: ErrorBody }> {
  const codes = Object.keys(ERROR_CODES) as ErrorCode[];
  return Object.fromEntries(codes.sort().map((code) => [code, { summary: ERROR_CODES[code].type, value: body(code) }]));
}

function body(code: ErrorCode, failure: Failure = { code, ...ERROR_CODES[code] }): ErrorBody {
  return errorBody(AppError.of(failure, failure.example ?? {}), REQUEST_ID);
}

/**
 * The error responses of a route by status, with examples: its own, which override the default ones with the same code, and
 * shared ones. Responses without own examples are moved to the components.
 */
export function failureResponses(
  document: OpenAPIObject,
  { endpoint, failureShape: shape }: RouteFacts,
  codes: readonly ErrorCode[],
): OperationObject['responses'] {
  const own = endpoint?.failures ?? [];
  const specific = shape === undefined ? own.filter((failure) => typeof failure === 'object') : [];
  const general = new Set([
    ...own.filter((failure) => shape !== undefined || typeof failure === 'string').map(codeOf),
    ...codes,
  ]);
  for (const { code } of specific) general.delete(code);
  const byStatus = Map.groupBy<number, DocumentedFailure>([...specific, ...general], (failure) =>
    shape === undefined ? ERROR_CODES[codeOf(failure)].status : shape.answer(new AppError(codeOf(failure))).status,
  );
  return Object.fromEntries(
    [...byStatus].map(([status, failures]) => [
      String(status),
      shape === undefined
        ? answer(document, status, failures)
        : responseOf(failures, refTo('schemas', shape.view.name), shapedExamples(shape, failures)),
    ]),
  );
}

function codeOf(failure: DocumentedFailure): ErrorCode {
  return typeof failure === 'string' ? failure : failure.code;
}

function typesOf(failures: readonly DocumentedFailure[]): string[] {
  return [...new Set(failures.map((failure) => ERROR_CODES[codeOf(failure)].type))];
}

type NamedExamples = Record<string, ReferenceObject | { summary: string; value: object }>;

function responseOf(
  failures: readonly DocumentedFailure[],
  schema: SchemaObject | ReferenceObject,
  examples: NamedExamples,
): ResponseObject {
  const retry = failures.some((failure) => WITH_RETRY_AFTER.has(codeOf(failure)));
  const headers: HeadersObject = {
    'X-Request-Id': refTo('headers', 'X-Request-Id'),
    ...(retry ? { 'Retry-After': refTo('headers', 'Retry-After') } : {}),
  };
  return { description: typesOf(failures).join(', '), headers, content: { 'application/json': { schema, examples } } };
}

/** The error response of a route with its own error format. */
function shapedExamples(shape: FailureShape, failures: readonly DocumentedFailure[]): NamedExamples {
  return Object.fromEntries(
    failures
      .map(codeOf)
      .map((code) => [code, { summary: ERROR_CODES[code].type, value: shape.answer(new AppError(code)).body }]),
  );
}

/** The same response of many routes is in the components; one with examples of its own is with its route. */
function answer(
  document: OpenAPIObject,
  status: number,
  failures: readonly DocumentedFailure[],
): ResponseObject | ReferenceObject {
  const whole = response(document, status, failures);
  const own = failures.find((failure) => typeof failure === 'object');
  if (own === undefined) return share(document, 'responses', nameOf(failures), whole);
  // What is not found is the same for all routes that look for it.
  const isPlain = failures.length === 1 && /^[a-z ]+ not found$/.test(own.message);
  return isPlain ? share(document, 'responses', own.message.replace(/ ?\b[a-z]/g, capital), whole) : whole;
}

const capital = (letter: string): string => letter.trim().toUpperCase();

/** A response in the standard error format; most errors have no data. */
function response(document: OpenAPIObject, status: number, failures: readonly DocumentedFailure[]): ResponseObject {
  const nothing = { type: 'object', maxProperties: 0 };
  const carried = failures.flatMap((failure) => (typeof failure === 'object' && failure.data ? [failure.data] : []));
  const data =
    carried.length === 0 ? nothing : { anyOf: [...carried.map(({ name }) => refTo('schemas', name)), nothing] };
  const schema = {
    allOf: [refTo('schemas', 'Failure')],
    properties: { status_code: { const: status }, type: { enum: typesOf(failures) }, data },
  } as SchemaObject;
  const shared = carried.length > 0 ? schema : share(document, 'schemas', `${nameOf(failures)}Failure`, schema);
  return responseOf(failures, shared, examplesOf(document, failures));
}

/** Moves a part to the components, unless another one has its name. */
function share<Part extends object>(
  { components }: OpenAPIObject,
  kind: 'responses' | 'schemas',
  name: string,
  part: Part,
): Part | ReferenceObject {
  const parts = components![kind] as Record<string, object>;
  return isDeepStrictEqual((parts[name] ??= part), part) ? refTo(kind, name) : part;
}

/** After their types, so that it does not depend on routes. */
function nameOf(failures: readonly DocumentedFailure[]): string {
  const names = typesOf(failures).map((type) => type.replaceAll(' ', ''));
  return names.length <= 2 ? names.join('Or') : `${names[0]}To${names.at(-1)}`;
}

function examplesOf(document: OpenAPIObject, failures: readonly DocumentedFailure[]): NamedExamples {
  const count = new Map<string, number>();
  return Object.fromEntries(
    failures.map((failure): [string, NamedExamples[string]] => {
      if (typeof failure === 'string') return [failure, refTo('examples', failure)];
      const { code, field, data } = failure;
      const nth = (count.get(code) ?? 0) + 1;
      count.set(code, nth);
      const message = fill(failure.message, failure.example);
      const summary = `${ERROR_CODES[code].type}: ${field === undefined ? '' : `${field} `}${message}`;
      const value = body(code, failure);
      if (data !== undefined) value.data = exampleOf(document, refTo('schemas', data.name)) as object;
      return [nth === 1 ? code : `${code}_${nth}`, { summary, value }];
    }),
  );
}

/** Errors with `Retry-After`. */
const WITH_RETRY_AFTER: ReadonlySet<ErrorCode> = new Set([
  'API_KEY_MAINTENANCE',
  // While the first request with the same Idempotency-Key is still running.
  'CONFLICT',
  'TOO_MANY_REQUESTS',
  'SERVICE_UNAVAILABLE',
]);

/** See docs/spec/commerce-api.md#7.2, in the order of docs/spec/service.md#3. */
const OF_KEY: readonly ErrorCode[] = [
  'API_KEY_MISSING',
  'API_KEY_INVALID',
  'API_KEY_INACTIVE',
  'API_KEY_MAINTENANCE',
  'VERSION_NOT_ALLOWED',
  'HOST_BLOCKED',
  'HOST_NOT_WHITELISTED',
  'IP_BLOCKED',
  'IP_NOT_WHITELISTED',
  'TOO_MANY_REQUESTS',
  'NOT_ACCEPTABLE',
];

/** Errors of a user's token, its role, and an unknown `uid`. */
const OF_USER: readonly ErrorCode[] = ['INVALID_TOKEN', 'PERMISSION_DENIED', 'NOT_FOUND', 'VALIDATION'];

const OF_LEVEL: Record<AccessLevel, readonly ErrorCode[]> = {
  public: [],
  application: OF_KEY,
  visitor: [...OF_KEY, ...OF_USER],
  user: [...OF_KEY, ...OF_USER],
  api_admin: [...OF_KEY, ...OF_USER],
  admin: ['INVALID_TOKEN', 'PERMISSION_DENIED'],
};

/**
 * The errors that a route need not declare itself.
 * @param operation with only its own parameters
 */
export function sharedFailures(
  access: AccessLevel,
  method: string,
  { requestBody, parameters = [] }: OperationObject,
): ErrorCode[] {
  const has = (place: string): boolean => (parameters as ParameterObject[]).some((one) => one.in === place);
  // Any URL may be malformed, and any body, even an unexpected one.
  const codes: ErrorCode[] = [...OF_LEVEL[access], 'BAD_REQUEST'];
  if (requestBody !== undefined) codes.push('VALIDATION', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (has('query')) codes.push('VALIDATION');
  if (has('path')) codes.push('NOT_FOUND');
  if (takesIdempotencyKey(method)) codes.push('VALIDATION', 'CONFLICT', 'IDEMPOTENCY_CONFLICT');
  return [...codes, 'SERVER_ERROR', 'SERVICE_UNAVAILABLE'];
}

/** Whether a method supports `Idempotency-Key`. See docs/spec/service.md#6. */
export function takesIdempotencyKey(method: string): boolean {
  return method === 'post' || method === 'delete';
}
