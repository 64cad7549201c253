import type { ServerOptions } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * How long Node lets a request arrive. The headers have the same limit: with its own of a minute, Node would hold the
 * headers to the limit of the request and the request to that minute. And it looks ten times within the limit rather than
 * every 30 seconds, so that nobody has much longer.
 * @param limitMs milliseconds
 */
export function arrivalLimits(limitMs: number): ServerOptions {
  return {
    headersTimeout: limitMs,
    requestTimeout: limitMs,
    connectionsCheckingInterval: Math.ceil(limitMs / 10),
  };
}

/**
 * Ends the connection of a client that takes nothing of its answer for so long: Node would keep it, and all that is to be
 * sent, for ever. One that takes its answer slowly may go on.
 * @param limitMs milliseconds
 */
export function giveUpUnreadAnswers(fastify: FastifyInstance, limitMs: number): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    reply.raw.setTimeout(limitMs, () => reply.raw.destroy());
    done(null, payload);
  });
}
