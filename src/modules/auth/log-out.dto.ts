import { ApiPropertyOptional } from '../../common/openapi/decorators.js';
import { BooleanField } from '../../common/validation/index.js';

/** How far to log out. */
export class LogOutDto {
  @BooleanField({
    optional: true,
    description: 'ends every session of this sign-on, at all applications; default false',
    example: true,
  })
  everywhere?: boolean;
}

/** What logging out answers. */
export class LogOutView {
  @ApiPropertyOptional({
    type: [String],
    description:
      'with `everywhere`: the registered `logout_url`s of the other applications that the user was signed in at',
    example: ['https://shop.example.com/sso/logout'],
  })
  logout_urls?: string[];
}
