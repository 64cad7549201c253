import type { IncomingMessage } from 'node:http';
import { newId } from '../ids.js';
import { holdsCredential } from '../logging/logged-path.js';

const SANE = /^[A-Za-z0-9._:-]{1,128}$/;

/**
 * The id of a request: the client's `X-Request-Id` if it is sane, else a new one. Section 2 of the decisions. It stands in
 * logs, so that a credential is none.
 */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) && !holdsCredential(given) ? given : newId();
}
