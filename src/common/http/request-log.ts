import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { onceAnswered } from '../answered.js';
import { tracing } from '../tracing/index.js';
import { loggedPath, holdsCredential } from '../logging/logged-path.js';
import { withoutRedaction } from '../logging/logger.js';
import type { IncomingMessage, IncomingHttpHeaders } from 'node:http';
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

/**
 * The client's `X-Request-Id` if it is valid and contains no credential (it is logged), else a new id. See docs/spec/service.md#2.
 *
 */
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
