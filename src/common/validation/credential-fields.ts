import { MAX_PASSWORD, MIN_PASSWORD } from '../credentials.js';
import { validateEmail, validateUsername, MAX_EMAIL } from './credentials.rules.js';
import { Field, TextField, type FieldOptions } from './fields.js';

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
