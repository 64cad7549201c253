import type { IncomingMessage } from 'node:http';
import { newId } from '../ids.js';

const SANE = /^[A-Za-z0-9._:-]{1,128}$/;

/** The id of a request: the client's `X-Request-Id` if it is sane, else a new one. Section 2 of the decisions. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE.test(given) ? given : newId();
}
