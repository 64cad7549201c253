import { USERNAME } from '../credentials.js';
import { isEmail } from './class-validator.js';

/** Most characters of an e-mail address (RFC 5321). */
export const MAX_EMAIL = 254;

/** What is wrong with a username, or undefined. */
export function judgeUsername(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  return USERNAME.test(value)
    ? undefined
    : 'must be 2 to 64 letters, digits, dots, dashes and underscores, starting with a letter or digit';
}

/** What is wrong with an e-mail address, or undefined. */
export function judgeEmail(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value.length > MAX_EMAIL) return `must be at most ${MAX_EMAIL} characters`;
  return isEmail(value) ? undefined : 'must be an e-mail address';
}
