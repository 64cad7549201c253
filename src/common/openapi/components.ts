import type { ComponentsObject, OperationObject, ParameterObject, ReferenceObject } from '@nestjs/swagger';
import type { AccessLevel } from '../access/index.js';
import { FAILURE_SCHEMAS, failureExamples } from './failure-responses.js';
import { WEBHOOK_PARAMETERS } from './webhooks.js';

/** What operations refer to, schemas of features apart. */
export function sharedComponents(): ComponentsObject {
  return {
    schemas: { ...FAILURE_SCHEMAS },
    examples: failureExamples(),
    parameters: { ...PARAMETERS, ...WEBHOOK_PARAMETERS },
    headers: { ...HEADERS },
    securitySchemes: { ...SECURITY_SCHEMES },
  };
}

const PARAMETERS: Record<string, ParameterObject> = {
  'X-Request-Id': {
    name: 'X-Request-Id',
    in: 'header',
    description: 'your own id of the request; it is in the answer and in our logs. By default one is made.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$', examples: ['checkout-4711'] },
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'makes a repetition safe: the first answer to this key is kept for 24 hours and given again',
    schema: { type: 'string', minLength: 1, maxLength: 255, examples: ['6f1f7c0e-2f0b-4d0a-9a53-0a2f4c1e8d21'] },
  },
  uid: {
    name: 'uid',
    in: 'query',
    description: 'the user whose data the request is about, when an API admin acts for somebody else',
    schema: { type: 'integer', minimum: 1, examples: [3] },
  },
};

const HEADERS: ComponentsObject['headers'] = {
  'X-Request-Id': { description: 'the id of the request', schema: { type: 'string' } },
  'Retry-After': {
    description:
      'seconds after which to try again; with 409 only while the first request with the same `Idempotency-Key` is still running',
    schema: { type: 'integer', minimum: 0 },
  },
  'Idempotency-Replayed': {
    description: '`true` when this is the kept first answer to the Idempotency-Key',
    schema: { type: 'string', enum: ['true'] },
  },
};

const SECURITY_SCHEMES: ComponentsObject['securitySchemes'] = {
  apikey: { type: 'apiKey', in: 'header', name: 'apikey', description: 'the application key' },
  oauth_client: {
    type: 'http',
    scheme: 'basic',
    description: 'for OAuth 2.0 alone: the id of the application and its key, each encoded as in a form',
  },
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: 'the access token of a user' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'access_token',
    description: 'the access token, when there is no `Authorization` header',
  },
  admin_session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'admin_session',
    description:
      'the session of the admin module, set by logging in there; `__Host-admin_session` where the service is reached by https',
  },
};

const SECURITY: Record<AccessLevel, OperationObject['security']> = {
  public: [],
  application: [{ apikey: [] }],
  user: [
    { apikey: [], bearer: [] },
    { apikey: [], cookie: [] },
  ],
  api_admin: [
    { apikey: [], bearer: [] },
    { apikey: [], cookie: [] },
  ],
  super_admin: [{ bearer: [] }, { admin_session: [] }],
};

/** What a route of a level wants to see. */
export function securityOf(access: AccessLevel): OperationObject['security'] {
  return SECURITY[access];
}

/** A reference to a shared parameter. */
export function parameter(name: 'X-Request-Id' | 'Idempotency-Key' | 'uid'): ReferenceObject {
  return { $ref: `#/components/parameters/${name}` };
}
