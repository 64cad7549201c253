import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { onceAnswered } from '../answered.js';
import { tracing } from '../tracing/tracing.js';
import { withoutRedaction } from '../logging/logger.js';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { newId } from '../ids.js';

/** Version, trace, parent, flags; later versions may append fields. W3C Trace Context, section 3.2. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

/** The trace id of the header `traceparent`; undefined if it is missing or invalid (W3C Trace Context). */
export function traceId({ traceparent }: IncomingHttpHeaders): string | undefined {
  if (typeof traceparent !== 'string') return undefined;
  const [, version, trace, parent, more] = TRACEPARENT.exec(traceparent) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  return isZero(trace) || isZero(parent) ? undefined : trace;
}

function isZero(digits: string | undefined): boolean {
  return /^0*$/.test(digits ?? '');
}

const VALID = /^[A-Za-z0-9._:-]{1,128}$/;

/** The client's `X-Request-Id` if it is valid and contains no credential (it is logged), else a new id. See docs/spec/service.md#2. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && VALID.test(given) && !holdsCredential(given) ? given : newId();
}

/** Logs one line per request, without body or token. */
export function logRequests(fastify: FastifyInstance, logger: Logger): void {
  // All fields are listed here, and loggedPath redacts the path.
  const log = withoutRedaction(logger);
  onceAnswered(fastify, (request, reply, status) => {
    log[status >= 500 ? 'error' : 'info'](
      {
        request_id: request.id,
        trace_id: traceId(request.headers),
        ...tracing()?.idsOf(request),
        method: request.method,
        path: loggedPath(request.url),
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
        application: request.keyOfApplication,
        uid: request.caller?.uid,
      },
      'request',
    );
  });
}

/**
 * Credentials: refresh tokens, tickets, webhook secrets, signed tokens and keys, and encryption keys (256 bits in base64url).
 * Each starts at a word boundary or after a percent-encoded character.
 */
const CREDENTIALS =
  /(?:(?<![A-Za-z0-9])|(?<=%[0-9A-Fa-f]{2}))(?:(?:[rs]t|ac)_[\w-]{40,}|whsec_[\w+/=%-]{20,}|eyJ[\w.-]{20,})|(?:(?<![\w-])|(?<=%[0-9A-Fa-f]{2}))[\w-]{43}(?![\w-])/g;

/** User and password in an absolute request URL. */
const USER_INFO = /^([a-z]+:\/\/)[^/]*@/i;

/**
 * The path of a URL for logs: without the query, which may contain user names or a ticket, and without credentials that a
 * client has put into the path by mistake.
 */
export function loggedPath(url: string): string {
  return (url.split('?', 1)[0] || '/').replace(USER_INFO, '$1[redacted]@').replace(CREDENTIALS, '[redacted]');
}

/** Whether a text contains a credential and must not be logged. */
export function holdsCredential(text: string): boolean {
  return text.search(CREDENTIALS) >= 0;
}
