import { allPermissions, ROLES, type Permission, type Role } from '#common/access/index.js';
import { MAX_PASSWORD } from '#common/credentials.js';
import {
  ApiProperty,
  BooleanProperty,
  ChoiceListProperty,
  listOf,
  NumberProperty,
  TextListProperty,
  TextProperty,
} from '#common/openapi/decorators.js';
import { MAX_EMAIL, TextField } from '#common/validation/index.js';
import { CodeField, PasskeyField, PROOF_KINDS, type ProofKind } from '../../second-factor/index.js';

const CHALLENGE = 'q0c5mR0vX2yTn8sE1bKpWzJd5tYhUg3aFi7LoQeNxVc';

const PASSWORD = {
  max: MAX_PASSWORD,
  multiline: true,
  description: 'the password',
  example: 'correct horse battery staple',
} as const;

function ChallengeField(): PropertyDecorator {
  return TextField({
    optional: true,
    max: 100,
    description: 'the challenge of the previous response',
    example: CHALLENGE,
  });
}

/** Examples of {@link AdminLogInDto}. */
export const LOG_IN_EXAMPLES = {
  log_in: { summary: 'log in', value: { username: 'admin', password: PASSWORD.example } },
  code: { summary: 'answer the challenge by a code', value: { challenge: CHALLENGE, code: '492039' } },
};

/** Examples of {@link ConfirmSessionDto}. */
export const CONFIRM_EXAMPLES = {
  code: { summary: 'by a code', value: { code: '492039' } },
  password: { summary: 'without a second factor', value: { password: PASSWORD.example } },
};

/** Logging in to the admin module: first username and password, then, if that is asked for, a challenge and its answer. */
export class AdminLogInDto {
  @TextField({ optional: true, max: MAX_EMAIL, description: 'username or e-mail address', example: 'admin' })
  username?: string;

  @TextField({ optional: true, ...PASSWORD }) password?: string;
  @ChallengeField() challenge?: string;
  @CodeField('of an authenticator app, or a recovery code; with `challenge`') code?: string;
  @PasskeyField('the result of `navigator.credentials.get()`, as JSON; with `challenge`') assertion?: object;
}

/** Setting up a required second factor while logging in. */
export class SetUpFactorDto {
  @TextField({ max: 100, description: 'the challenge of the response to username and password', example: CHALLENGE })
  challenge!: string;
}

/** Confirming who one is: with a second factor, or with the password by who has none. */
export class ConfirmSessionDto {
  @TextField({ optional: true, ...PASSWORD }) password?: string;
  @CodeField('of an authenticator app, or a recovery code') code?: string;
  @ChallengeField() challenge?: string;
  @PasskeyField('the result of `navigator.credentials.get()`, as JSON; with `challenge`') assertion?: object;
}

/** What somebody may do in the admin module. */
class GrantedView {
  @ChoiceListProperty(ROLES, ['finance']) roles!: readonly Role[];

  @ApiProperty({ ...listOf(allPermissions), example: ['payouts.read', 'payouts.write'] })
  permissions!: readonly Permission[];
}

/** A new session of the admin module. */
export class AdminSessionView extends GrantedView {
  @TextProperty('eyJhbGciOiJSUzI1NiIsInR5cCI6ImF0K2p3dCJ9…', 'a JWT; also in the cookie `admin_session`')
  access_token!: string;

  @NumberProperty(43_200, 'seconds') expires_in!: number;

  @TextListProperty(
    ['mfrg-gzdf-mztw-q2lk'],
    'ten, shown only once; only if the log-in has set up the first second factor',
    { optional: true },
  )
  recovery_codes?: string[];
}

/** Who is signed in to the admin module. */
export class AdminIdentityView extends GrantedView {
  @NumberProperty(1) uid!: number;
  @TextProperty('admin') username!: string;
}

/** A challenge that is answered with a second factor. */
export class ChallengeView {
  @TextProperty(CHALLENGE, 'sent with the answer; can be used once') challenge!: string;
  @NumberProperty(300, 'seconds') expires_in!: number;
  @ChoiceListProperty(PROOF_KINDS, ['totp', 'recovery_code']) kinds!: ProofKind[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    nullable: true,
    example: null,
    description: 'for `navigator.credentials.get()`, as JSON; null without a passkey',
  })
  passkey!: object | null;

  @BooleanProperty(false, 'the user has no factor and must set one up: the challenge is only for that')
  set_up!: boolean;
}

/** Until when a session is confirmed. */
export class ConfirmedView {
  @NumberProperty(600, 'seconds') expires_in!: number;
}
