import { MAX_PASSWORD } from '#common/credentials.js';
import { TextListProperty } from '#common/openapi/decorators.js';
import { BooleanField, TextField } from '#common/validation/index.js';

/** Characters of a redirect URI. */
const MAX_REDIRECT_URI = 2_048;

/** The `grant_type` of an entry by single sign-on: an extension grant of RFC 6749, section 4.5. */
export const TICKET_GRANT = 'urn:commerce-api:sso-ticket';

/**
 * The body of `/token/`: a login (`username`, `password`), a renewal (`refresh_token`) or an entry by single sign-on (`ticket`).
 * See docs/spec/service.md#4 and #7.
 */
export class TokenDto {
  @TextField({ optional: true, max: 254, description: 'username or e-mail address', example: 'maria' })
  username?: string;

  @TextField({
    optional: true,
    max: MAX_PASSWORD,
    multiline: true,
    description: 'the password',
    example: 'correct horse battery staple',
  })
  password?: string;

  @TextField({ optional: true, max: 256, description: 'for a token refresh instead of a log-in', example: 'rt_9Xh2…' })
  refresh_token?: string;

  @TextField({
    optional: true,
    max: 256,
    description: 'for single sign-on instead of a log-in',
    example: 'st_9Xh2mVb0tqk3Zr5sYwE7uCjLd1gFoP8aNiKxQvT4HyM',
  })
  ticket?: string;
}

const VERIFIER = {
  expression: /^[A-Za-z0-9._~-]{43,128}$/,
  message: 'must be 43 to 128 letters, digits or any of - . _ ~',
};

/** The same as a form of OAuth 2.0 (RFC 6749), with authorization codes. */
export class OAuthTokenDto extends TokenDto {
  @TextField({
    max: 64,
    description: `authorization_code, refresh_token, password or ${TICKET_GRANT}`,
    example: 'authorization_code',
  })
  grant_type!: string;

  @TextField({ optional: true, max: 256, description: 'an authorization code', example: 'ac_9Xh2mVb0tqk3Zr5sYwE7uCjL' })
  code?: string;

  @TextField({
    optional: true,
    max: MAX_REDIRECT_URI,
    description: 'the one of the authorization request',
    example: 'https://shop.example.com/callback',
  })
  redirect_uri?: string;

  @TextField({
    optional: true,
    max: 128,
    pattern: VERIFIER,
    description: 'the text of which the authorization request had the SHA-256 (RFC 7636)',
    example: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  })
  code_verifier?: string;
}

/** The body of a log-out. */
export class LogOutDto {
  @BooleanField({
    optional: true,
    description: 'ends all sessions linked by single sign-on, in all applications; default false',
    example: true,
  })
  everywhere?: boolean;
}

/** The answer to a log-out. */
export class LogOutView {
  @TextListProperty(
    ['https://shop.example.com/sso/logout'],
    'with `everywhere`: the `logout_url`s of the other applications that the user was logged in to',
    { optional: true },
  )
  logout_urls?: string[];
}
