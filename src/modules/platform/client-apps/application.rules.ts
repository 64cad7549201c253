import ipaddr from 'ipaddr.js';

export const MAX_URL = 2048;

export const MAX_ENTRIES = 200;

/** The highest rate limit, in requests per minute. */
export const MAX_RATE_LIMIT = 1_000_000;

/** Longest overlap of a rotation, in seconds: 365 days. */
export const MAX_OVERLAP_SECONDS = 31_536_000;

/** A version in the path. */
export const VERSION = /^v[1-9][0-9]{0,3}$/;

/** Validates a URL of a webhook or single sign-on; undefined if valid. */
export function validateUrl(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value.length > MAX_URL) return `must be at most ${MAX_URL} characters`;
  const url = /^https?:\/\//i.test(value) ? URL.parse(value) : null;
  // The parser drops white space and control characters.
  if (url === null || /[\s\u0000-\u001f\u007f\\]/.test(value)) return 'must be an https or http address';
  return url.username === '' && url.password === '' ? undefined : 'must not hold a username or password';
}

export function validateIp(value: unknown): string | undefined {
  const ok = typeof value === 'string' && (ipaddr.IPv4.isValidFourPartDecimal(value) || ipaddr.IPv6.isValid(value));
  return ok ? undefined : 'must be an IP address';
}
