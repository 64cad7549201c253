import type { FastifyInstance } from 'fastify';
import { loggedPath } from './logged-path.js';

/** One line for each answered request: what, how it went, how long it took, and for whom; never a body or a token. */
export function logRequests(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', async (request, reply) => {
    const level = reply.statusCode >= 500 ? 'error' : 'info';
    request.log[level](
      {
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
  });
}
