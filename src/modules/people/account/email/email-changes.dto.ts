import { EmailField, TextField } from '#common/validation/index.js';
import { WithPasswordDto } from '../../users/index.js';

/** Asking for another e-mail address. */
export class RequestEmailChangeDto extends WithPasswordDto {
  @EmailField({ description: 'the new one' }) email!: string;
}

/** Confirming it. */
export class ConfirmEmailDto {
  @TextField({
    max: 100,
    description: 'from the event `account.email_change_requested`',
    example: 'q0c5mR0vX2yTn8sE1bKpWzJd5tYhUg3aFi7LoQeNxVc',
  })
  token!: string;
}
