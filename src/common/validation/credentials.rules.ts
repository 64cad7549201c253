import { isEmail } from './class-validator.js';

/** What usernames are made of: 2 to 64 letters, digits, dots, dashes and underscores. Never an `@`: logins tell them from e-mail addresses. */
export const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._-]{1,63}$/;

/** Characters of a password, least and most. Longer ones would only cost time to hash. */
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 128;

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
