import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
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

/** How often within the limit it is looked for connections that are kept open by nothing. */
const IDLE_LOOKS = 20;

/** A connection on which nothing is asked. */
interface Idle {
  /** Since when. */
  readonly since: number;
  /** How many bytes had come by then. */
  readonly bytes: number;
  /** When more of them were seen: a request may have begun, which Node gives a time of its own. */
  moreAt?: number;
}

/**
 * Ends connections that were kept after an answer, and on which no request has come since, whatever else has: Node gives
 * them its time anew for each byte, and takes empty lines for nothing.
 * @param keepMs milliseconds that such a connection is kept
 * @param limitMs milliseconds that the headers of a request may take
 */
export function endIdleConnections(fastify: FastifyInstance, keepMs: number, limitMs: number): void {
  const server = fastify.server;
  const idle = new Map<Socket, Idle>();
  const asked = new WeakMap<Socket, number>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    idle.delete(socket);
    asked.set(socket, (asked.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (asked.get(socket) ?? 1) - 1;
      asked.set(socket, left);
      if (left === 0 && !socket.destroyed) idle.set(socket, { since: performance.now(), bytes: socket.bytesRead });
    });
  });
  server.on('connection', (socket: Socket) => socket.once('close', () => idle.delete(socket)));
  const look = setInterval(() => {
    const now = performance.now();
    for (const [socket, state] of idle) {
      if (state.moreAt === undefined && socket.bytesRead > state.bytes) state.moreAt = now;
      // Where nothing has come, Node ends it.
      if (state.moreAt !== undefined && now > Math.max(state.since + keepMs, state.moreAt + limitMs)) socket.destroy();
    }
  }, keepMs / IDLE_LOOKS).unref();
  fastify.addHook('onClose', (_fastify, done) => {
    clearInterval(look);
    done();
  });
}

/** The bytes of an answer, of a text roughly; undefined of a stream that does not say. */
function sizeOf(reply: FastifyReply, payload: unknown): number | undefined {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length;
  if (payload === null || payload === undefined) return 0;
  const length = Number(reply.getHeader('content-length'));
  return Number.isFinite(length) ? length : undefined;
}
