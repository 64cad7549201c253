import { SCOPES } from '#common/access/index.js';
import { LANGUAGES } from '#common/errors/problems.js';
import { BooleanProperty, TextListProperty, TextProperty } from '#common/openapi/decorators.js';
import { TextField } from '#common/validation/index.js';
import { OAuthTokenDto, TICKET_GRANT } from '../tokens/token.dto.js';

const MAX_TOKEN = 8192;

const MAX_CLIENT_ID = 36;
const CLIENT_ID = {
  max: MAX_CLIENT_ID,
  description: 'id of the application',
  example: '5f0c1a52-6d0f-4c53-9a83-0f3f4a0c2f11',
};
const CLIENT_SECRET = { max: MAX_TOKEN, description: 'the application key', example: 'eyJhbGciOiJFUzI1NiJ9…' };

/** The form of `oauth/token`. The guard reads the client. */
export class OAuthTokenForm extends OAuthTokenDto {
  @TextField({ optional: true, ...CLIENT_ID }) client_id?: string;
  @TextField({ optional: true, ...CLIENT_SECRET }) client_secret?: string;
}

/** The form of `oauth/revoke`: RFC 7009, section 2.1. */
export class OAuthRevokeForm {
  @TextField({
    max: MAX_TOKEN,
    description: 'the access or refresh token',
    example: 'rt_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM',
  })
  token!: string;

  @TextField({ optional: true, max: MAX_TOKEN, description: 'token type; optional', example: 'refresh_token' })
  token_type_hint?: string;

  @TextField({ optional: true, ...CLIENT_ID }) client_id?: string;
  @TextField({ optional: true, ...CLIENT_SECRET }) client_secret?: string;
}

/** The form of `oauth/introspect`: RFC 7662, section 2.1. */
export class OAuthIntrospectForm extends OAuthRevokeForm {}

/** Authorization server metadata: RFC 8414. */
export class OAuthMetadataView {
  @TextProperty('http://localhost:3000', { format: 'uri' }) issuer!: string;
  @TextProperty('http://localhost:3000/api/v1/oauth/token/', { format: 'uri' }) token_endpoint!: string;

  @TextListProperty(['client_secret_basic', 'client_secret_post', 'none'])
  token_endpoint_auth_methods_supported!: string[];

  @TextProperty('http://localhost:3000/api/v1/oauth/revoke/', { format: 'uri' }) revocation_endpoint!: string;

  @TextListProperty(['client_secret_basic', 'client_secret_post', 'none'])
  revocation_endpoint_auth_methods_supported!: string[];

  @TextProperty('http://localhost:3000/.well-known/jwks.json', { format: 'uri' }) jwks_uri!: string;
  @TextListProperty(['authorization_code', 'password', 'refresh_token', TICKET_GRANT]) grant_types_supported!: string[];
  @TextProperty('http://localhost:3000/oauth/authorize', { format: 'uri' }) authorization_endpoint!: string;
  @TextListProperty(['code']) response_types_supported!: string[];
  @TextListProperty(['query']) response_modes_supported!: string[];
  @TextListProperty(['S256']) code_challenge_methods_supported!: string[];
  @TextListProperty(SCOPES) scopes_supported!: string[];
  @BooleanProperty(true, 'answers name the issuer (RFC 9207)') authorization_response_iss_parameter_supported!: boolean;
  @TextListProperty(LANGUAGES, 'languages of the sign-in page') ui_locales_supported!: string[];
  @TextProperty('http://localhost:3000/api/v1/oauth/introspect/', { format: 'uri' }) introspection_endpoint!: string;

  @TextListProperty(['client_secret_basic', 'client_secret_post'])
  introspection_endpoint_auth_methods_supported!: string[];

  @TextProperty('http://localhost:3000/docs', { format: 'uri' }) service_documentation!: string;
}
