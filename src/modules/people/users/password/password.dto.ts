import { MAX_PASSWORD } from '#common/credentials.js';
import { TextProperty } from '#common/openapi/decorators.js';
import { PasswordField, TextField } from '#common/validation/index.js';

const TOKEN = 'q0c5mR0vX2yTn8sE1bKpWzJd5tYhUg3aFi7LoQeNxVc';

/** What needs the current password. */
export class WithPasswordDto {
  @TextField({
    max: MAX_PASSWORD,
    multiline: true,
    description: 'the current password',
    example: 'the old one, still right',
  })
  current_password!: string;
}

/** Changing one's own password. */
export class ChangeOwnPasswordDto extends WithPasswordDto {
  @PasswordField({ description: 'the new one; all other sessions end' }) password!: string;
}

/** Setting a password by a link. */
export class SetPasswordDto {
  @TextField({ max: 100, description: 'from the link', example: TOKEN }) token!: string;
  @PasswordField({ description: 'the new one; all sessions end' }) password!: string;
}

/** A link with which a user sets a password. */
export class PasswordResetView {
  @TextProperty(`https://shop.example.com/admin/set-password#${TOKEN}`, 'shown only once; it can set one password')
  link!: string;

  @TextProperty('2026-11-24T09:00:00.000Z') expires_at!: string;
}
