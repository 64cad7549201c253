import { USERNAME } from '../credentials.js';
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
