import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { traceId } from '../http/trace-id.js';
import { loggedPath } from './logged-path.js';
import { withoutRedaction } from './logger.js';

/** One line for each answered request: what, how it went, how long it took, and for whom; never a body or a token. */
export function logRequests(fastify: FastifyInstance, logger: Logger): void {
  // Every field is named here, and the one that a client can write anything into is cleared by loggedPath.
  const log = withoutRedaction(logger);
  fastify.addHook('onResponse', (request, reply, done) => {
    log[reply.statusCode >= 500 ? 'error' : 'info'](
      {
        request_id: request.id,
        trace_id: traceId(request.headers),
        method: request.method,
        path: loggedPath(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ip: request.ip,
        application: request.application?.id,
        uid: request.caller?.uid,
      },
      'request',
    );
    done();
  });
}
