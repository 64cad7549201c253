import { TextProperty } from '#common/openapi/decorators.js';
import { IntegerField, TextField, UsernameField } from '#common/validation/index.js';
import { NewMemberDto, REF } from '../../users/index.js';

const TOKEN = 'q0c5mR0vX2yTn8sE1bKpWzJd5tYhUg3aFi7LoQeNxVc';

/** Signing up by oneself. */
export class SelfSignUpDto extends NewMemberDto {}

/** Confirming the e-mail address of a sign-up. */
export class ConfirmSignUpDto {
  @TextField({ max: 100, description: 'from the event `account.confirmation_requested`', example: TOKEN })
  token!: string;

  @UsernameField({
    optional: true,
    description: 'another username, if the one of the sign-up is taken',
    example: 'maria-2',
  })
  username?: string;

  @TextField({
    optional: true,
    min: 0,
    max: 64,
    description: 'another sponsor, if the one of the sign-up does not exist; blank for no sponsor',
    example: 'alice',
  })
  sponsor?: string;
}

/** What a member’s link is to say. */
export class ReferralQuery {
  @IntegerField({
    optional: true,
    max: 100,
    description: 'your leg in which new distributors are placed, if its place is free',
    example: 2,
  })
  leg?: number;
}

/** What names a member as the sponsor. */
export class ReferralView {
  @TextProperty(REF, 'send it as `ref` of a sign-up; it does not expire') ref!: string;
}
