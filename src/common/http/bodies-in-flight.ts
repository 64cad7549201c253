import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { addressKey } from './client-address.js';

/** Limits in bytes for the bodies of requests in flight. */
interface BodyLimits {
  /** On this instance. */
  readonly maxTotal: number;
  /** From one address (IPv6: one /64 network). */
  readonly maxPerAddress: number;
}

/** 32 of the largest bodies, 8 of them from one address. */
const LIMITS: BodyLimits = { maxTotal: 67_108_864, maxPerAddress: 16_777_216 };

/** Maximum bytes of a {@link SmallBody}. Other bodies with a Content-Length up to this are counted as a whole at once. */
const SMALL_BYTES = 16_384;

/** The share of the total that larger bodies may use, so that a few addresses cannot block small requests. */
const LARGE_BODY_SHARE = 7 / 8;

/** Milliseconds that a client has to read the error before the connection is closed. */
const LINGER_MS = 1_000;

/** Metadata key of {@link SmallBody}. */
export const SMALL_BODY = 'small-body';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** See {@link SmallBody}. */
    smallBody?: boolean;
  }
}

/** Limits a route's body to 16 KiB, because it is read before the sender is authenticated. */
export function SmallBody(): CustomDecorator {
  return SetMetadata(SMALL_BODY, true);
}

/** Whether a request has a body that would be read. */
export function hasBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Limits the bytes of request bodies in memory, from their arrival until the response is sent or the client disconnects.
 * Bytes are counted as they arrive. Beyond a limit, the body is not read, and the connection is closed after the response:
 * 429 for the limit of the address, 503 for that of the instance.
 * @returns the bytes currently in memory
 */
export function boundBodies(fastify: FastifyInstance, limits: BodyLimits = LIMITS): () => number {
  const bodies = new BodiesInFlight(limits);
  fastify.addHook('preParsing', (request, reply, _payload, done) => {
    // Of a streamed body, no more is in memory than its route has asked for.
    const isHeld = hasBody(request) && request.routeOptions.config.streamedBody === undefined;
    done(isHeld ? bodies.reserve(request, reply) : undefined);
  });
  return () => bodies.bytes;
}

/**
 * Prepares the response to a request whose body is not read. Node discards a small body and keeps the connection; for
 * others the connection is closed after the response.
 */
export function skipBody({ raw, headers }: FastifyRequest, reply: FastifyReply): void {
  if (!(contentLength(headers) <= SMALL_BYTES)) closeAfterAnswer(raw, reply);
}

/** The Content-Length in bytes; NaN for a chunked body. */
function contentLength(headers: IncomingHttpHeaders): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length']) : NaN;
}

/** The counted bytes of one request. */
interface Reservation {
  readonly address: string;
  readonly maxBytes: number;
  bytes: number;
  /** Whether the request has ended; the rest of its body is discarded. */
  hasEnded: boolean;
}

class BodiesInFlight {
  bytes = 0;
  private readonly ofAddresses = new Map<string, number>();
  private readonly ofSockets = new WeakMap<Socket, Set<Reservation>>();

  constructor(private readonly limits: BodyLimits) {}

  /** Counts the body of a request; returns the error if it exceeds a limit already. */
  reserve(request: FastifyRequest, reply: FastifyReply): AppError | undefined {
    const { raw } = request;
    // The client disconnected while its key was checked: no event would release the reservation.
    if (raw.socket.destroyed) return new AppError('BAD_REQUEST', 'the request was aborted');
    const maxBytes = request.routeOptions.config.smallBody === true ? SMALL_BYTES : Infinity;
    const hold: Reservation = { address: addressKey(request.ip), maxBytes, bytes: 0, hasEnded: false };
    this.releaseAtEnd(hold, raw, reply.raw);
    const length = contentLength(request.headers);
    const isSmall = length <= SMALL_BYTES;
    const share = isSmall ? 1 : LARGE_BODY_SHARE;
    const refusal =
      length > maxBytes ? tooLarge(maxBytes) : this.add(hold, isSmall ? length : raw.readableLength, share);
    if (refusal !== undefined) {
      closeAfterAnswer(raw, reply);
      return refusal;
    }
    if (!isSmall) this.countChunks(hold, raw, reply);
    return undefined;
  }

  /** Counts chunks as they are pushed, before any parser reads them. */
  private countChunks(hold: Reservation, raw: IncomingMessage, reply: FastifyReply): void {
    const push = raw.push.bind(raw);
    let isRefused = false;
    raw.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
      if (isRefused) return false;
      const refusal = chunk === null || hold.hasEnded ? undefined : this.add(hold, chunk.length, LARGE_BODY_SHARE);
      if (refusal === undefined) return push(chunk, encoding);
      isRefused = true;
      closeAfterAnswer(raw, reply);
      // The parser then responds with the error.
      if (raw.listenerCount('error') > 0) raw.emit('error', refusal);
      else raw.destroy();
      return false;
    };
  }

  /** @param share of the total limit that bodies of this size may use */
  private add(hold: Reservation, bytes: number, share: number): AppError | undefined {
    if (hold.bytes + bytes > hold.maxBytes) return tooLarge(hold.maxBytes);
    const ofAddress = (this.ofAddresses.get(hold.address) ?? 0) + bytes;
    if (ofAddress > this.limits.maxPerAddress) return refusalOf('TOO_MANY_REQUESTS', 'bodies of your address');
    if (this.bytes + bytes > this.limits.maxTotal * share) return refusalOf('SERVICE_UNAVAILABLE', 'bodies');
    this.bytes += bytes;
    hold.bytes += bytes;
    this.ofAddresses.set(hold.address, ofAddress);
    return undefined;
  }

  private release(hold: Reservation): void {
    const left = (this.ofAddresses.get(hold.address) ?? 0) - hold.bytes;
    if (left > 0) this.ofAddresses.set(hold.address, left);
    else this.ofAddresses.delete(hold.address);
    this.bytes -= hold.bytes;
    hold.bytes = 0;
    hold.hasEnded = true;
  }

  /** Pipelined responses that wait for another one emit no `close` when the client disconnects; the socket does. */
  private releaseAtEnd(hold: Reservation, { socket }: IncomingMessage, answer: ServerResponse): void {
    let holds = this.ofSockets.get(socket);
    if (holds === undefined) {
      const all = (holds = new Set<Reservation>());
      this.ofSockets.set(socket, all);
      socket.once('close', () => all.forEach((each) => this.release(each)));
    }
    const own = holds.add(hold);
    const end = (): void => {
      own.delete(hold);
      this.release(hold);
    };
    answer.once('finish', end).once('close', end);
  }
}

function tooLarge(maxBytes: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `the body may have at most ${maxBytes} bytes here`);
}

function refusalOf(code: 'TOO_MANY_REQUESTS' | 'SERVICE_UNAVAILABLE', what: string): AppError {
  return AppError.later(code, `too many ${what} are under way; send fewer at a time, or smaller ones`, 2);
}

/** Node would close the connection with the response; a client that is still sending would never see it. */
function closeAfterAnswer({ socket }: IncomingMessage, reply: FastifyReply): void {
  reply.raw.shouldKeepAlive = false;
  socket.destroySoon = () => {
    socket.end();
    socket.pause();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}
