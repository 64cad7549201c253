import { Header, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SCOPES } from '#common/access/index.js';
import { Config } from '#common/config/config.js';
import { API_VERSION } from '#common/http/api-version.js';
import { accept, validateDto } from '#common/validation/index.js';
import { ClientController, Endpoint, PublicController } from '#common/http/endpoint.js';
import { FailuresAs, type FailureAnswer, type FailureShape } from '#common/errors/failure-shape.js';
import { SmallBody } from '#common/http/bodies-in-flight.js';
import { Bare, BareAnswer } from '#common/http/envelope.js';
import { OAuthClient } from '../guards/application-key.guard.js';
import { END_USER_IP_PARAMETER } from '#common/http/login-origin.js';
import { formParameters } from './oauth-client.rules.js';
import { OAuthIntrospectForm, OAuthMetadataView, OAuthRevokeForm, OAuthTokenForm } from './oauth.dto.js';
import { GRANT_TYPES, TokenEndpoint } from '../tokens/token-endpoint.js';
import { IntrospectionView, TokenIntrospection } from '../tokens/token-introspection.js';
import { TokenRevocation } from '../tokens/token-revocation.js';
import { OAuthTokenDto, TICKET_GRANT } from '../tokens/token.dto.js';
import { OAuthTokenView, OAuthErrorView, type OAuthErrorCode } from '../tokens/token.view.js';
import type { AppError } from '#common/errors/app-error.js';
import { LANGUAGES } from '#common/errors/problems.js';
import type { ErrorCode } from '#common/errors/error-codes.js';

/** Errors other than `invalid_request`; `status` where RFC 6749 demands another than ours. */
const CODES: Partial<Record<ErrorCode, { error: OAuthErrorCode; status?: number }>> = {
  API_KEY_MISSING: { error: 'invalid_client', status: 401 },
  API_KEY_INVALID: { error: 'invalid_client', status: 401 },
  API_KEY_INACTIVE: { error: 'unauthorized_client' },
  API_KEY_MAINTENANCE: { error: 'temporarily_unavailable' },
  VERSION_NOT_ALLOWED: { error: 'unauthorized_client' },
  HOST_BLOCKED: { error: 'unauthorized_client' },
  HOST_NOT_WHITELISTED: { error: 'unauthorized_client' },
  IP_BLOCKED: { error: 'unauthorized_client' },
  IP_NOT_WHITELISTED: { error: 'unauthorized_client' },
  AUTHENTICATION_FAILED: { error: 'invalid_grant', status: 400 },
  INACTIVE_ACCOUNT: { error: 'invalid_grant', status: 400 },
  INVALID_TOKEN: { error: 'invalid_grant', status: 400 },
  TOO_MANY_REQUESTS: { error: 'temporarily_unavailable' },
  SERVICE_UNAVAILABLE: { error: 'temporarily_unavailable' },
  SERVER_ERROR: { error: 'server_error' },
};

/** The form of errors for OAuth clients: RFC 6749, section 5.2. */
const OAUTH_FAILURES: FailureShape = { view: OAuthErrorView, answer };

function answer(failure: AppError): FailureAnswer {
  const { error, status = failure.status } = CODES[failure.code] ?? { error: 'invalid_request' };
  return {
    status,
    headers: {
      ...failure.headers,
      pragma: 'no-cache',
      ...(error === 'invalid_client' ? { 'www-authenticate': 'Basic realm="commerce-api", charset="UTF-8"' } : {}),
    },
    body: { error, error_description: printable(`${failure.type}: ${failure.message}`) } satisfies OAuthErrorView,
  };
}

/** What RFC 6749 allows in a description: printable ASCII without quotes and backslashes. Accents are dropped. */
function printable(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/["\u2018-\u201f]/g, "'")
    .replace(/[^\x20-\x7e]|\\/g, '?');
}

const FORM = 'application/x-www-form-urlencoded';
const KEY_METHODS = ['client_secret_basic', 'client_secret_post'];
/** `none` is for applications of type `web` and `mobile`, whose keys everybody could read. */
const CLIENT_METHODS = [...KEY_METHODS, 'none'];

const CLIENT =
  'The client is the application, with its id as `client_id` and its application key as `client_secret`, by HTTP Basic or in ' +
  'the form; or it sends only the `apikey` header. Each parameter may appear once. Errors have the format of RFC 6749. An application that requires encryption cannot use this endpoint.';

const PUBLIC_CLIENT =
  'An application of type `web` or `mobile` may send its `client_id` alone for an authorization code, to renew, and to revoke.';

const TOKEN_EXAMPLES = {
  log_in: { summary: 'log in', value: { grant_type: 'password', username: 'alice', password: 'demo-password-123' } },
  renew: {
    summary: 'renew',
    value: { grant_type: 'refresh_token', refresh_token: 'rt_Qm9yZWQgdG9rZW5zIHJlYWQgYm9va3M' },
  },
  enter: {
    summary: 'single sign-on',
    value: { grant_type: TICKET_GRANT, ticket: 'st_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM' },
  },
  redeem: {
    summary: 'redeem an authorization code',
    value: {
      grant_type: 'authorization_code',
      code: 'ac_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM',
      redirect_uri: 'https://shop.example.com/callback',
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    },
  },
};

const REVOKE_EXAMPLES = {
  refresh_token: { summary: 'log out', value: { token: 'rt_Qm9yZWQgdG9rZW5zIHJlYWQgYm9va3M' } },
};

const INTROSPECT_EXAMPLES = {
  refresh_token: { summary: 'a refresh token', value: { token: 'rt_Qm9yZWQgdG9rZW5zIHJlYWQgYm9va3M' } },
};

/** OAuth 2.0 (RFC 6749), token revocation (RFC 7009) and introspection (RFC 7662), for any client library. See docs/spec/service.md#10. */
@ClientController('oauth', {
  tag: { name: 'OAuth 2.0', order: 20, description: 'The same for OAuth client libraries.' },
  access: 'application',
})
export class OAuthController {
  constructor(
    private readonly endpoint: TokenEndpoint,
    private readonly revocation: TokenRevocation,
    private readonly introspection: TokenIntrospection,
  ) {}

  /** Redeems a code, logs in, renews, or enters by a ticket. */
  @Endpoint('POST token', {
    id: 'getOAuthToken',
    summary: 'Get tokens by OAuth 2.0',
    description: `The same as \`token/\`, in the format of RFC 6749, and for an authorization code (see \`authorization_endpoint\` of the metadata), which can be used once, within 60 seconds. ${CLIENT} ${PUBLIC_CLIENT} Failed logins are limited; then 429 with \`Retry-After\`.`,
    header: END_USER_IP_PARAMETER,
    security: 'oauth_client',
    consumes: FORM,
    body: { type: OAuthTokenForm, examples: TOKEN_EXAMPLES },
    answer: OAuthTokenView,
    failures: ['AUTHENTICATION_FAILED', 'INACTIVE_ACCOUNT', 'INVALID_TOKEN'],
  })
  @OAuthClient('key or id')
  @SmallBody()
  @Bare()
  @FailuresAs(OAUTH_FAILURES)
  async token(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<BareAnswer> {
    const tokens = await this.endpoint.exchange(validateDto(OAuthTokenDto, formParameters(request)), request);
    reply.header('pragma', 'no-cache');
    if (tokens !== undefined) return new BareAnswer(200, tokens);
    const error_description = `use ${GRANT_TYPES.join(', ')}`;
    return new BareAnswer(400, { error: 'unsupported_grant_type', error_description } satisfies OAuthErrorView);
  }

  /** Revokes a token; `token_type_hint` is not needed. */
  @Endpoint('POST revoke', {
    id: 'revokeOAuthToken',
    summary: 'Revoke a token',
    description: `Ends the session of the access or refresh token, as in RFC 7009: all its tokens are revoked immediately. The response for an unknown, expired or revoked token, or one of another application, is the same 200 without a body. ${CLIENT} ${PUBLIC_CLIENT}`,
    security: 'oauth_client',
    consumes: FORM,
    body: { type: OAuthRevokeForm, examples: REVOKE_EXAMPLES },
    answer: { type: 'string', maxLength: 0 },
    mediaType: 'text/plain',
    answerExample: '',
  })
  @OAuthClient('key or id')
  @SmallBody()
  @Bare()
  @FailuresAs(OAUTH_FAILURES)
  async revoke(@Req() request: FastifyRequest): Promise<BareAnswer> {
    const { token } = accept(validateDto(OAuthRevokeForm, formParameters(request)));
    await this.revocation.revoke(request.application!, token);
    return new BareAnswer(200, '');
  }

  /** Tells an application of one of its own tokens. */
  @Endpoint('POST introspect', {
    id: 'introspectOAuthToken',
    summary: 'Ask whether a token can be used',
    description: `As in RFC 7662, for access and refresh tokens of the application: others are \`{"active": false}\`, as are those that are expired or revoked. ${CLIENT}`,
    security: 'oauth_client',
    consumes: FORM,
    body: { type: OAuthIntrospectForm, examples: INTROSPECT_EXAMPLES },
    answer: IntrospectionView,
  })
  @OAuthClient()
  @SmallBody()
  @Bare()
  @FailuresAs(OAUTH_FAILURES)
  async introspect(@Req() request: FastifyRequest): Promise<BareAnswer> {
    const { token } = accept(validateDto(OAuthIntrospectForm, formParameters(request)));
    return new BareAnswer(200, await this.introspection.introspect(request.application!, token));
  }
}

/** Authorization server metadata: RFC 8414. */
@PublicController('.well-known', 'OAuth 2.0')
export class OAuthMetadataController {
  constructor(private readonly config: Config) {}

  /** The issuer has to be the origin of this document: `PUBLIC_URL`. */
  @Endpoint('GET oauth-authorization-server', {
    id: 'getOAuthMetadata',
    summary: 'Discover the OAuth 2.0 endpoints',
    description: 'Authorization server metadata (RFC 8414), for client libraries.',
    answer: OAuthMetadataView,
  })
  @Bare()
  @Header('cache-control', 'public, max-age=300')
  metadata(): OAuthMetadataView {
    const { publicUrl, apiPrefix } = this.config;
    const oauth = `${publicUrl}/${apiPrefix}/${API_VERSION}/oauth`;
    return {
      issuer: publicUrl,
      token_endpoint: `${oauth}/token/`,
      token_endpoint_auth_methods_supported: CLIENT_METHODS,
      revocation_endpoint: `${oauth}/revoke/`,
      revocation_endpoint_auth_methods_supported: CLIENT_METHODS,
      jwks_uri: `${publicUrl}/.well-known/jwks.json`,
      grant_types_supported: GRANT_TYPES,
      authorization_endpoint: `${publicUrl}/oauth/authorize`,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: [...SCOPES],
      authorization_response_iss_parameter_supported: true,
      ui_locales_supported: [...LANGUAGES],
      introspection_endpoint: `${oauth}/introspect/`,
      introspection_endpoint_auth_methods_supported: KEY_METHODS,
      service_documentation: `${publicUrl}/docs`,
    };
  }
}
