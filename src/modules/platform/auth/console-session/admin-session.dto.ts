import { PERMISSIONS, ROLES, type Permission, type Role } from '../../../../common/access/index.js';
import { ApiProperty } from '../../../../common/openapi/decorators.js';
import { MAX_PASSWORD } from '../../../../common/credentials.js';
import { MAX_EMAIL, TextField } from '../../../../common/validation/index.js';

/** Logging in to the admin module. */
export class AdminLogInDto {
  @TextField({ max: MAX_EMAIL, description: 'username or e-mail address', example: 'admin' })
  username!: string;

  @TextField({
    max: MAX_PASSWORD,
    multiline: true,
    description: 'the password',
    example: 'correct horse battery staple',
  })
  password!: string;
}

/** What somebody may do in the admin module. */
class GrantedView {
  @ApiProperty({ enum: ROLES, isArray: true, example: ['finance'] })
  roles!: readonly Role[];

  @ApiProperty({ enum: PERMISSIONS, isArray: true, example: ['payouts.read', 'payouts.write'] })
  permissions!: readonly Permission[];
}

/** A new session of the admin module. */
export class AdminSessionView extends GrantedView {
  @ApiProperty({
    description: 'a JWT; the same is in the cookie admin_session',
    example: 'eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCJ9…',
  })
  access_token!: string;

  @ApiProperty({ description: 'seconds', example: 43_200 })
  expires_in!: number;
}

/** Who is signed in to the admin module. */
export class AdminIdentityView extends GrantedView {
  @ApiProperty({ example: 1 })
  uid!: number;

  @ApiProperty({ example: 'admin' })
  username!: string;
}
