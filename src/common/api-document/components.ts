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
    required: ['message'],
    properties: {
      message: { type: 'string', examples: ['must not be blank'] },
      path: { type: 'string', description: 'path within a nested field', examples: ['varients[2].product-sku'] },
      index: { type: 'integer', description: 'which bundle of a bulk request', examples: [3] },
      bundle_id: { type: 'string', description: 'the bundle of a bulk request', examples: ['tea-box'] },
    },
  },
  Failure: {
    type: 'object',
    description: 'The format of all errors.',
    required: ['status_code', 'type', 'message', 'errors', 'data', 'request_id'],
    properties: {
      status_code: { type: 'integer', description: 'the HTTP status' },
      type: { type: 'string', description: 'short name of the error' },
      message: { type: 'string', description: 'human-readable description' },
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
  uid: {
    name: 'uid',
    in: 'query',
    description: 'the user on whose behalf an API admin acts',
    schema: { type: 'integer', minimum: 1, examples: [3] },
  },
};

const HEADERS: ComponentsObject['headers'] = {
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
  user: WITH_TOKEN,
  api_admin: WITH_TOKEN,
  admin: [{ bearer: [] }, { admin_session: [] }],
};

const UUID: SchemaObject = { type: 'string', format: 'uuid' };
const NUMBER: SchemaObject = { type: 'integer', minimum: 1 };
const TEXT: SchemaObject = { type: 'string' };
const COUNTRY: SchemaObject = { ...TEXT, minLength: 2, maxLength: 2 };

/** Path parameters, by the path segments before them. The examples exist in the demo, where possible. */
const IN_PATHS: Readonly<Record<string, [description: string, schema: SchemaObject, example: unknown]>> = {
  'orders/{id}': ['id of the order', NUMBER, 5],
  'applications/{id}': ['id of the application', UUID, '0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47'],
  'keys/{key_id}': ['id of the application key: its `jti` claim', UUID, '9b1c0d2e-7a55-4f0e-8d5b-0f6a1d2c3b4a'],
  'encryption-keys/{kid}': ['`kid` of the encryption key', UUID, '4f7f2f0c-9a39-4d1e-8f0b-52b8c2f7a6d3'],
  'deliveries/{delivery_id}': ['id of the delivery', UUID, '7d0b6c1e-3f5a-4a0e-9b7c-1f2e3d4c5b6a'],
  'commissions/{period}': ['the period: `2026-10`, or a week such as `2026-W43`', TEXT, '2026-10'],
  'commission-statements/{period}': ['the period: `2026-10`, or a week such as `2026-W43`', TEXT, '2026-10'],
  'sessions/{id}': ['id of the session', UUID, '8c0f4f0e-55c1-4a7d-9f54-7c1f5b1d2e63'],
  'factors/{id}': ['id of the second factor', UUID, '7c9e6679-7425-40de-944b-e07fc1f90ae7'],
  'plans/{id}': ['id of the commission plan', NUMBER, 1],
  'diff/{other}': ['id of the commission plan to compare it with', NUMBER, 2],
  'commission-corrections/{id}': ['id of the correction', NUMBER, 2],
  'commission-runs/{id}': ['id of the run', NUMBER, 1],
  'commission-simulations/{id}': ['id of the simulation', UUID, '0197d3a2-6c1e-7a3b-9c56-2f0e8f5d1a44'],
  'earnings/{uid}': ['uid of the member', NUMBER, 5],
  'approvals/{id}': ['id of the approval', NUMBER, 1],
  'payouts/{id}': ['id of the payout', NUMBER, 1],
  'items/{item}': ['id of the item of the payout', NUMBER, 1],
  'payout-holds/{id}': ['id of the hold', NUMBER, 1],
  'lines/{number}': ['number of the line', NUMBER, 17],
  'imports/{id}': ['id of the import', UUID, '6b1f0c52-0d3e-4b8e-8f44-9a35d1c9a1f7'],
  'bundles/{bundle_id}': ['bundle id', TEXT, 'vitality-multivitamin'],
  'varients/{product_sku}': ['SKU of the variant', TEXT, 'VIT-MULTI-180'],
  'product-types/{name}': ['name of the product type', TEXT, 'external-api-product'],
  'users/{uid}': ['uid of the user', NUMBER, 3],
  'volumes/{id}': ['id of the row', NUMBER, 1],
  'network/{uid}': ['uid of the member', NUMBER, 3],
  'states/{country_code}': ['ISO 3166-1 alpha-2 code of the country, case-insensitive', COUNTRY, 'DE'],
};

/** Documents the parameters of a path; those of extensions keep their own documentation. */
export function describePathParameters(path: string, parameters: readonly ParameterObject[]): void {
  const words = path.split('/');
  for (const parameter of parameters.filter((one) => one.in === 'path')) {
    const place = `{${parameter.name}}`;
    const known = IN_PATHS[`${words[words.indexOf(place) - 1]}/${place}`];
    if (known === undefined) continue;
    const [description, schema, example] = known;
    parameter.description ??= description;
    parameter.schema = { ...schema, examples: [example] };
  }
}
