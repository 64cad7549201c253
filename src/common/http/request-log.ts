import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { onceAnswered } from '../answered.js';
import { tracing } from '../tracing/index.js';
import { traceId } from './trace-id.js';
import { loggedPath } from '../logging/logged-path.js';
import { withoutRedaction } from '../logging/logger.js';

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
