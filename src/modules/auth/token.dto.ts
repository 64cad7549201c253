import { MAX_PASSWORD, TextField } from '../../common/validation/index.js';

/** The body of `/token/`: a login (`username`, `password`) or a renewal (`refresh_token`). Section 4 of the decisions. */
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

  @TextField({ optional: true, max: 256, description: 'renews instead of logging in', example: 'rt_9Xh2…' })
  refresh_token?: string;

  @TextField({
    optional: true,
    max: 64,
    description: 'OAuth 2.0, in a form only: password or refresh_token',
    example: 'password',
  })
  grant_type?: string;
}
