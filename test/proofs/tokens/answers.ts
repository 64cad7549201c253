import type { ExactAnswer } from '../support/exact-http.js';

/** The documented 401: the envelope, its type, no data, and for tokens the challenge of RFC 6750. */
export function isRefusal({ status, json, headers }: ExactAnswer, type: string): boolean {
  const isBare = JSON.stringify(json.data) === '{}';
  const challenge = type !== 'Invalid Token' || headers['www-authenticate'] === 'Bearer error="invalid_token"';
  return status === 401 && json.status_code === 401 && json.type === type && isBare && challenge;
}

/** The refusal of RFC 6749, section 5.2, with its challenge. */
export function isWrongClient({ status, json, headers }: ExactAnswer): boolean {
  const isTold = json.error === 'invalid_client' && Object.keys(json).length === 2;
  return status === 401 && isTold && String(headers['www-authenticate']).startsWith('Basic ');
}

/** An answer in a few words. */
export function told({ status, text }: ExactAnswer): string {
  return `${status} ${text.slice(0, 160)}`;
}
