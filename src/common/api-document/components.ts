import type { ComponentsObject, OperationObject, ParameterObject, SchemaObject } from '@nestjs/swagger';
import type { AccessLevel } from '../access/index.js';
import { failureExamples } from './failure-responses.js';
import { refTo } from './schemas.js';

/** Shared components of operations, except schemas of features. */
export function sharedComponents(): ComponentsObject {
  return structuredClone({
    schemas: FAILURE_SCHEMAS,
    examples: failureExamples(),
    parameters: PARAMETERS,
    headers: HEADERS,
    securitySchemes: SECURITY_SCHEMES,
  });
}

/** The `Failure` schema: the format of all errors. See docs/spec/commerce-api.md#7.2; docs/spec/service.md#2. */
const FAILURE_SCHEMAS: Record<string, SchemaObject> = {
  FieldProblem: {
    type: 'object',
    description: 'An error of a field.',
    required: ['message', 'code', 'params'],
    properties: {
      message: {
        type: 'string',
        description: 'for people, in the language of `Accept-Language`: English or German',
        examples: ['must be at most 200 characters'],
      },
      code: {
        type: 'string',
        description: 'for programs; it never changes. All are in docs/errors.md; `invalid` is a message without a code',
        examples: ['too_long'],
      },
      params: {
        type: 'object',
        description: 'the values in the message',
        additionalProperties: { type: ['string', 'number'] },
        examples: [{ max: 200 }],
      },
      path: { type: 'string', description: 'path within a nested field', examples: ['varients[2].product-sku'] },
      index: { type: 'integer', description: 'which bundle of a bulk request', examples: [3] },
      bundle_id: { type: 'string', description: 'the bundle of a bulk request', examples: ['tea-box'] },
    },
  },
  Failure: {
    type: 'object',
    description: 'The format of all errors.',
    required: ['status_code', 'type', 'code', 'message', 'errors', 'data', 'request_id'],
    properties: {
      status_code: { type: 'integer', description: 'the HTTP status' },
      type: { type: 'string', description: 'short name of the error' },
      code: {
        type: 'string',
        description:
          'tells apart errors of one type, for programs: that of the message, or `validation` where `errors` say what is wrong',
        examples: ['bundle_purchased'],
      },
      message: {
        type: 'string',
        description: 'human-readable description, in the language of `Accept-Language`: English or German',
      },
      errors: {
        type: 'object',
        description: 'errors by field; general errors are under `detail`',
        additionalProperties: { type: 'array', items: refTo('schemas', 'FieldProblem') },
      },
      data: {
        type: 'object',
        description: 'additional data for the client; empty unless documented',
        additionalProperties: true,
      },
      request_id: { type: 'string', description: 'also in the `X-Request-Id` header; quote it in support requests' },
    },
  },
};

const PARAMETERS: Record<string, ParameterObject> = {
  'X-Request-Id': {
    name: 'X-Request-Id',
    in: 'header',
    description: 'your own request id; it is returned in the response and logged. Generated if omitted.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$', examples: ['checkout-4711'] },
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'makes retries safe: the first response for this key is stored for 24 hours and returned again',
    schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['6f1f7c0e-2f0b-4d0a-9a53-0a2f4c1e8d21'] },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'the `ETag` of a response that you have: if it has not changed, the answer is 304 without a body',
    schema: { type: 'string', examples: ['"cmV2YWxpZGF0ZWQtb25jZQ"'] },
  },
  uid: {
    name: 'uid',
    in: 'query',
    description: 'the user on whose behalf an API admin acts',
    schema: { type: 'integer', minimum: 1, examples: [3] },
  },
};

const HEADERS: ComponentsObject['headers'] = {
  ETag: { description: 'changes with the response; for `If-None-Match`', schema: { type: 'string' } },
  'X-Request-Id': { description: 'the id of the request', schema: { type: 'string' } },
  'Retry-After': {
    description:
      'seconds after which to retry; with 409 only while the first request with the same `Idempotency-Key` is in progress',
    schema: { type: 'integer', minimum: 0 },
  },
  'Idempotency-Replayed': {
    description: '`true` if this is the stored first response for the Idempotency-Key',
    schema: { type: 'string', enum: ['true'] },
  },
};

const SECURITY_SCHEMES: ComponentsObject['securitySchemes'] = {
  apikey: { type: 'apiKey', in: 'header', name: 'apikey', description: 'the application key' },
  oauth_client: {
    type: 'http',
    scheme: 'basic',
    description: 'for OAuth 2.0 only: the id of the application and its key, each form-encoded',
  },
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'the access token of a user' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'access_token',
    description: 'the access token, if there is no `Authorization` header',
  },
  admin_session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'admin_session',
    description:
      'the session of the admin module, set by logging in there; `__Host-admin_session` if the service is served over https',
  },
};

const WITH_TOKEN: OperationObject['security'] = [
  { apikey: [], bearer: [] },
  { apikey: [], cookie: [] },
];

/** The credentials that an access level requires. */
export const SECURITY: Record<AccessLevel, NonNullable<OperationObject['security']>> = {
  public: [],
  application: [{ apikey: [] }],
  visitor: [...WITH_TOKEN, { apikey: [] }],
  user: WITH_TOKEN,
  api_admin: WITH_TOKEN,
  admin: [{ bearer: [] }, { admin_session: [] }],
};
