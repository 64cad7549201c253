import { MAX_PASSWORD } from '#common/credentials.js';
import { ApiPropertyOptional } from '#common/openapi/decorators.js';
import { BooleanField, TextField } from '#common/validation/index.js';

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

/** The same as a form of OAuth 2.0 (RFC 6749). */
export class OAuthTokenDto extends TokenDto {
  @TextField({ max: 64, description: `password, refresh_token or ${TICKET_GRANT}`, example: 'password' })
  grant_type!: string;
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
  @ApiPropertyOptional({
    type: [String],
    description: 'with `everywhere`: the `logout_url`s of the other applications that the user was logged in to',
    example: ['https://shop.example.com/sso/logout'],
  })
  logout_urls?: string[];
}
