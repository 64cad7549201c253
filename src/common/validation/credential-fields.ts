import { MAX_PASSWORD, MIN_PASSWORD, USERNAME } from '../credentials.js';
import { Field, TextField, type FieldOptions } from './fields.js';
import { isEmail } from './class-validator.js';

/** Most characters of an e-mail address (RFC 5321). */
export const MAX_EMAIL = 254;

const ASCII = /^[\x21-\x7e]*$/;

/** What is wrong with a username, or undefined. */
export function validateUsername(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  return USERNAME.test(value)
    ? undefined
    : 'must be 2 to 64 letters, digits, dots, dashes and underscores, starting with a letter or digit';
}

/** What is wrong with an e-mail address, or undefined. */
export function validateEmail(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value.length > MAX_EMAIL) return `must be at most ${MAX_EMAIL} characters`;
  // Letters of other scripts, and those that nobody sees, make addresses that look like another one's.
  if (!ASCII.test(value)) return 'must have only letters, digits and signs of ASCII';
  return isEmail(value) ? undefined : 'must be an e-mail address';
}

/** A username, as it may be chosen. */
export function UsernameField(options: FieldOptions = {}): PropertyDecorator {
  return Field(
    'text',
    validateUsername,
    { type: String, minLength: 2, maxLength: 64 },
    { example: 'maria', ...options },
  );
}

/** An e-mail address. */
export function EmailField(options: FieldOptions = {}): PropertyDecorator {
  return Field(
    'text',
    validateEmail,
    { type: String, format: 'email', maxLength: MAX_EMAIL },
    { example: 'maria@example.com', ...options },
  );
}

/** A new password: 8 to 128 characters, not only blanks. */
export function PasswordField(options: FieldOptions = {}): PropertyDecorator {
  return TextField({
    example: 'correct horse battery staple',
    ...options,
    min: MIN_PASSWORD,
    max: MAX_PASSWORD,
    multiline: true,
  });
}
