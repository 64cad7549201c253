import ipaddr from 'ipaddr.js';

/** Most characters of an address that an application is registered with. */
export const MAX_URL = 2048;

/** Most entries of each access list. */
export const MAX_ENTRIES = 200;

/** Most requests a minute that a rate limit may be. */
export const MAX_RATE_LIMIT = 1_000_000;

/** Longest overlap of a rotation, in seconds: 365 days. */
export const MAX_OVERLAP_SECONDS = 31_536_000;

/** The form of a version as it stands in the path. */
export const VERSION = /^v[1-9][0-9]{0,3}$/;

/** What is wrong with the address of a webhook or of single sign-on, or undefined. */
export function judgeUrl(value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value.length > MAX_URL) return `must be at most ${MAX_URL} characters`;
  const url = /^https?:\/\//i.test(value) ? URL.parse(value) : null;
  // The parser forgives white space and control characters by dropping them.
  if (url === null || /[\s\u0000-\u001f\u007f\\]/.test(value)) return 'must be an https or http address';
  return url.username === '' && url.password === '' ? undefined : 'must not hold a username or password';
}

/** What is wrong with an IP address, or undefined. */
export function judgeIp(value: unknown): string | undefined {
  const ok = typeof value === 'string' && (ipaddr.IPv4.isValidFourPartDecimal(value) || ipaddr.IPv6.isValid(value));
  return ok ? undefined : 'must be an IP address';
}
