import { ChoiceProperty, IntegerProperty, TextProperty } from '#common/openapi/decorators.js';
import type { TokenPair } from '../auth.service.js';

const ACCESS_TOKEN = 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCIsImtpZCI6IjFmIn0.eyJzdWIiOiI3In0.c2lnbmF0dXJl';

/** Tokens for an OAuth 2.0 client: RFC 6749, section 5.1. */
export class OAuthTokenView implements Omit<TokenPair, 'uid'> {
  @TextProperty(ACCESS_TOKEN, 'JWT, RFC 9068') access_token!: string;
  @TextProperty('rt_Qm9yZWQgdG9rZW5zIHJlYWQgYm9va3M', 'opaque; can be used once') refresh_token!: string;
  @ChoiceProperty(['Bearer'], 'Bearer') token_type!: 'Bearer';
  @IntegerProperty(900, 'lifetime of the access token in seconds') expires_in!: number;
  @IntegerProperty(2592000, 'lifetime of the refresh token in seconds') refresh_expires_in!: number;

  @TextProperty(
    'shop team',
    'what tokens from an authorization code may be used for; other tokens may do all that the user may',
    { optional: true },
  )
  scope?: string;
}

/** The tokens of a session. See docs/spec/service.md#4. */
export class TokenView extends OAuthTokenView implements TokenPair {
  @IntegerProperty(7, 'the user') uid!: number;
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
  @ChoiceProperty(OAUTH_ERRORS, 'invalid_grant') error!: OAuthErrorCode;
  @TextProperty('the username or the password is wrong') error_description!: string;
}
