import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { hasBody } from './bodies-in-flight.js';

/**
 * Node's timeouts for receiving requests. It has one for headers and one for whole requests, which would end a streamed body
 * too: {@link closeSlowRequests} is in its place. Checked ten times within the limit instead of every 30 seconds.
 */
export function receiveTimeouts(limitMs: number): ServerOptions {
  return { headersTimeout: limitMs, requestTimeout: 0, connectionsCheckingInterval: Math.ceil(limitMs / 10) };
}

/**
 * Rejects requests whose body takes longer than the limit, and streamed ones of which nothing arrives within it, as Node does
 * by its own timeout.
 */
export function closeSlowRequests(fastify: FastifyInstance, limitMs: number): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    if (!hasBody(request)) return done();
    const { raw, routeOptions } = request;
    const isStreamed = routeOptions.config.streamedBody !== undefined;
    let bytes = raw.socket.bytesRead;
    const look = setInterval(() => {
      if (isStreamed && raw.socket.bytesRead > bytes) {
        bytes = raw.socket.bytesRead;
        return;
      }
      clearInterval(look);
      // A request that is injected has no connection.
      const isReal = raw.socket instanceof Socket;
      if (isReal && !raw.complete) fastify.server.emit('clientError', { code: 'ERR_HTTP_REQUEST_TIMEOUT' }, raw.socket);
    }, limitMs).unref();
    const end = (): void => clearInterval(look);
    raw.once('end', end).once('close', end);
    done();
  });
}

/** Bytes per second that a client must read: large responses have more time, for slow mobile networks. */
const MIN_BYTES_PER_SECOND = 20_000;

/** Checks for slow clients within the limit. */
const STALL_CHECKS = 5;

/**
 * Closes connections of clients that do not read their response; Node would keep it in memory forever. A response has the
 * limit plus the time it takes at {@link MIN_BYTES_PER_SECOND}; a stream of unknown length fails only if nothing is
 * transferred within the limit.
 * @returns the number of responses being sent
 */
export function closeStalledResponses(fastify: FastifyInstance, limitMs: number): () => number {
  const ends = new Map<ServerResponse, number>();
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    const size = sizeOf(reply, payload);
    if (size === undefined) reply.raw.setTimeout(limitMs, () => reply.raw.destroy());
    else ends.set(reply.raw, performance.now() + limitMs + (size / MIN_BYTES_PER_SECOND) * 1000);
    done(null, payload);
  });
  fastify.addHook('onResponse', (_request, reply, done) => {
    ends.delete(reply.raw);
    done();
  });
  const look = setInterval(() => {
    const now = performance.now();
    for (const [answer, end] of ends) {
      // Responses of disconnected clients may emit no event.
      if (answer.destroyed || now > end) ends.delete(answer);
      if (now > end) answer.destroy();
    }
  }, limitMs / STALL_CHECKS).unref();
  fastify.addHook('onClose', (_fastify, done) => {
    clearInterval(look);
    done();
  });
  return () => ends.size;
}

/** Checks for idle connections within the keep-alive time. */
const IDLE_CHECKS = 20;

/** A connection without a request in flight. */
interface Idle {
  readonly since: number;
  /** Bytes received until then. */
  readonly bytes: number;
  /** When more bytes were seen: a request may have begun, for which Node has its own timeout. */
  moreAt?: number;
}

/**
 * Closes keep-alive connections without a new request. Node restarts its own timeout with each byte, also for empty lines.
 * @param keepMs milliseconds that an idle connection is kept
 * @param limitMs milliseconds that the headers of a request may take
 */
export function closeIdleConnections(fastify: FastifyInstance, keepMs: number, limitMs: number): void {
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
      // Without new bytes, Node closes it.
      if (state.moreAt !== undefined && now > Math.max(state.since + keepMs, state.moreAt + limitMs)) socket.destroy();
    }
  }, keepMs / IDLE_CHECKS).unref();
  fastify.addHook('onClose', (_fastify, done) => {
    clearInterval(look);
    done();
  });
}

/** The size of a response, approximate for text; undefined for a stream without Content-Length. */
function sizeOf(reply: FastifyReply, payload: unknown): number | undefined {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length;
  if (payload === null || payload === undefined) return 0;
  const length = Number(reply.getHeader('content-length'));
  return Number.isFinite(length) ? length : undefined;
}
