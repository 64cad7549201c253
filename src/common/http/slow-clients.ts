import type { ServerOptions, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply } from 'fastify';

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
 * Bytes a second: a large answer has so much more time than a small one, for a slow mobile network. What a client sends
 * meanwhile is no sign that it takes anything.
 */
const LEAST_RATE = 20_000;

/** How often within the limit it is looked for those who are too slow. */
const LOOKS = 5;

/**
 * Ends the connection of a client that does not take its answer: Node would keep it, and all that is to be sent, for ever.
 * An answer has the limit and the time that it takes at {@link LEAST_RATE}; a stream, of which nobody knows the length, may
 * last, unless nothing at all moves on its connection within the limit.
 * @param limitMs milliseconds
 * @returns how many answers it looks after at the moment
 */
export function giveUpUnreadAnswers(fastify: FastifyInstance, limitMs: number): () => number {
  const ends = new Map<ServerResponse, number>();
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    const size = sizeOf(reply, payload);
    if (size === undefined) reply.raw.setTimeout(limitMs, () => reply.raw.destroy());
    else ends.set(reply.raw, performance.now() + limitMs + (size / LEAST_RATE) * 1000);
    done(null, payload);
  });
  fastify.addHook('onResponse', (_request, reply, done) => {
    ends.delete(reply.raw);
    done();
  });
  const look = setInterval(() => {
    const now = performance.now();
    for (const [answer, end] of ends) {
      // Nobody tells of those whose clients have hung up, among them the ones that wait behind another on a connection.
      if (answer.destroyed || now > end) ends.delete(answer);
      if (now > end) answer.destroy();
    }
  }, limitMs / LOOKS).unref();
  fastify.addHook('onClose', (_fastify, done) => {
    clearInterval(look);
    done();
  });
  return () => ends.size;
}

/** The bytes of an answer, of a text roughly; undefined of a stream that does not say. */
function sizeOf(reply: FastifyReply, payload: unknown): number | undefined {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length;
  if (payload === null || payload === undefined) return 0;
  const length = Number(reply.getHeader('content-length'));
  return Number.isFinite(length) ? length : undefined;
}
