import { ApiProperty, ApiPropertyOptional } from '#common/openapi/decorators.js';
import type { TokenPair } from '../auth.service.js';

const ACCESS_TOKEN = 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IjFmIn0.eyJzdWIiOiI3In0.c2lnbmF0dXJl';

/** Tokens for an OAuth 2.0 client: RFC 6749, section 5.1. */
export class OAuthTokenView implements Omit<TokenPair, 'uid'> {
  @ApiProperty({ example: ACCESS_TOKEN, description: 'JWT, RFC 9068' })
  access_token!: string;

  @ApiProperty({ example: 'rt_Qm9yZWQgdG9rZW5zIHJlYWQgYm9va3M', description: 'opaque; can be used once' })
  refresh_token!: string;

  @ApiProperty({ type: String, enum: ['Bearer'], example: 'Bearer' })
  token_type!: 'Bearer';

  @ApiProperty({ type: 'integer', example: 900, description: 'lifetime of the access token in seconds' })
  expires_in!: number;

  @ApiProperty({ type: 'integer', example: 2592000, description: 'lifetime of the refresh token in seconds' })
  refresh_expires_in!: number;

  @ApiPropertyOptional({
    example: 'shop team',
    description: 'what tokens from an authorization code may be used for; other tokens may do all that the user may',
  })
  scope?: string;
}

/** The tokens of a session. See docs/spec/service.md#4. */
export class TokenView extends OAuthTokenView implements TokenPair {
  @ApiProperty({ type: 'integer', example: 7, description: 'the user' })
  uid!: number;
}

const OAUTH_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'temporarily_unavailable',
  'server_error',
] as const;
export type OAuthErrorCode = (typeof OAUTH_ERRORS)[number];

/** An error for an OAuth 2.0 client: RFC 6749, section 5.2. */
export class OAuthErrorView {
  @ApiProperty({ type: String, enum: OAUTH_ERRORS, example: 'invalid_grant' })
  error!: OAuthErrorCode;

  @ApiProperty({ example: 'the username or the password is wrong' })
  error_description!: string;
}
