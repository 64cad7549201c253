import type { IncomingMessage } from 'node:http';
import { newId } from '../ids.js';
import { holdsCredential } from '../logging/logged-path.js';

const VALID = /^[A-Za-z0-9._:-]{1,128}$/;

/**
 * The client's `X-Request-Id` if it is valid and contains no credential (it is logged), else a new id. See docs/spec/service.md#2.
 *
 */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && VALID.test(given) && !holdsCredential(given) ? given : newId();
}
