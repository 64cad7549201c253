import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { SetMetadata, type CustomDecorator } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors/app-error.js';
import { limitedAddress } from './address.js';

/** Bytes of bodies that wait to be answered at the same time. */
interface BodyLimits {
  /** On this instance. */
  readonly most: number;
  /** From one address, of IPv6 from one network of 64 bits. */
  readonly mostOfAddress: number;
}

/** 32 of the largest bodies, 8 of them from one address. */
const LIMITS: BodyLimits = { most: 67_108_864, mostOfAddress: 16_777_216 };

/**
 * The most bytes of a body of {@link SmallBody}. Others up to this announced size count as a whole from the beginning,
 * which costs next to nothing.
 */
const SMALL_BYTES = 16_384;

/** The part of the room that larger ones may take: few addresses can fill it, and most requests are small. */
const LARGER_PART = 7 / 8;

/** Seconds after which those who were refused may come again. */
const RETRY_SECONDS = '2';

/** Milliseconds that a client has to read why its body is not taken. */
const LINGER_MS = 1_000;

/** Metadata key of {@link SmallBody}. */
export const SMALL_BODY = 'small-body';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route of {@link SmallBody}. */
    smallBody?: boolean;
  }
}

/** Lets a route take 16 KiB at most: one whose body is read before it is known who sends it. */
export function SmallBody(): CustomDecorator {
  return SetMetadata(SMALL_BODY, true);
}

/** Whether a request comes with a body that would be read. */
export function hasBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Bounds the bytes of bodies that are held, from their arrival until their request is answered or its client has hung up.
 * They are counted as they arrive: what a client announces need not come. What is too much is not read any more, and its
 * connection is closed after the answer: 429 for the address's own limit, 503 for that of the instance.
 * @returns the bytes that are held at the moment
 */
export function boundBodies(fastify: FastifyInstance, limits: BodyLimits = LIMITS): () => number {
  const bodies = new BodiesInFlight(limits);
  fastify.addHook('preParsing', (request, reply, _payload, done) => {
    done(hasBody(request) ? bodies.take(request, reply) : undefined);
  });
  return () => bodies.bytes;
}

/**
 * Answers a request whose body is not read. A small one Node throws away, and the connection lives; of others no more
 * comes in, and the connection is closed after the answer.
 */
export function leaveUnread({ raw, headers }: FastifyRequest, reply: FastifyReply): void {
  if (!(announced(headers) <= SMALL_BYTES)) closeAfterAnswer(raw, reply);
}

/** The announced bytes of a body; NaN for one in chunks. */
function announced(headers: IncomingHttpHeaders): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length']) : NaN;
}

/** What one request holds. */
interface Hold {
  readonly address: string;
  /** More than so many bytes are too large. */
  readonly most: number;
  bytes: number;
  /** Whether the request is over: what still comes of its body is thrown away. */
  isOver: boolean;
}

class BodiesInFlight {
  bytes = 0;
  private readonly ofAddresses = new Map<string, number>();
  private readonly ofSockets = new WeakMap<Socket, Set<Hold>>();

  constructor(private readonly limits: BodyLimits) {}

  /** Counts the body of a request; the refusal if there is no room for it already. */
  take(request: FastifyRequest, reply: FastifyReply): AppError | undefined {
    const { raw } = request;
    // Whoever hung up while the key was looked at sends no more, and nobody would tell that it may be let go.
    if (raw.socket.destroyed) return new AppError('BAD_REQUEST', 'the request was aborted');
    const most = request.routeOptions.config.smallBody === true ? SMALL_BYTES : Infinity;
    const hold: Hold = { address: limitedAddress(request.ip), most, bytes: 0, isOver: false };
    this.releaseAtTheEnd(hold, raw, reply.raw);
    const length = announced(request.headers);
    const isSmall = length <= SMALL_BYTES;
    const part = isSmall ? 1 : LARGER_PART;
    const refusal = length > most ? tooLarge(most) : this.add(hold, isSmall ? length : raw.readableLength, part);
    if (refusal !== undefined) {
      closeAfterAnswer(raw, reply);
      return refusal;
    }
    if (!isSmall) this.countChunks(hold, raw, reply);
    return undefined;
  }

  /** On the way in, where every parser gets them from, those of forms too. */
  private countChunks(hold: Hold, raw: IncomingMessage, reply: FastifyReply): void {
    const push = raw.push.bind(raw);
    let isRefused = false;
    raw.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
      if (isRefused) return false;
      const refusal = chunk === null || hold.isOver ? undefined : this.add(hold, chunk.length, LARGER_PART);
      if (refusal === undefined) return push(chunk, encoding);
      isRefused = true;
      closeAfterAnswer(raw, reply);
      // Whoever reads it answers with the refusal.
      if (raw.listenerCount('error') > 0) raw.emit('error', refusal);
      else raw.destroy();
      return false;
    };
  }

  /** @param part of the room that bodies of this size may take together */
  private add(hold: Hold, bytes: number, part: number): AppError | undefined {
    if (hold.bytes + bytes > hold.most) return tooLarge(hold.most);
    const ofAddress = (this.ofAddresses.get(hold.address) ?? 0) + bytes;
    if (ofAddress > this.limits.mostOfAddress) return refusalOf('TOO_MANY_REQUESTS', 'bodies of your address');
    if (this.bytes + bytes > this.limits.most * part) return refusalOf('SERVICE_UNAVAILABLE', 'bodies');
    this.bytes += bytes;
    hold.bytes += bytes;
    this.ofAddresses.set(hold.address, ofAddress);
    return undefined;
  }

  private release(hold: Hold): void {
    const left = (this.ofAddresses.get(hold.address) ?? 0) - hold.bytes;
    if (left > 0) this.ofAddresses.set(hold.address, left);
    else this.ofAddresses.delete(hold.address);
    this.bytes -= hold.bytes;
    hold.bytes = 0;
    hold.isOver = true;
  }

  /** Nobody tells of answers that wait behind another one when their client hangs up: their connection does. */
  private releaseAtTheEnd(hold: Hold, { socket }: IncomingMessage, answer: ServerResponse): void {
    let holds = this.ofSockets.get(socket);
    if (holds === undefined) {
      const all = (holds = new Set<Hold>());
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

function tooLarge(most: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `the body may have at most ${most} bytes here`);
}

function refusalOf(code: 'TOO_MANY_REQUESTS' | 'SERVICE_UNAVAILABLE', what: string): AppError {
  return new AppError(code, `too many ${what} are under way; send fewer at a time, or smaller ones`, {
    headers: { 'retry-after': RETRY_SECONDS },
  });
}

/** Node would hang up in the moment of the answer, which a client that is still sending would never see. */
function closeAfterAnswer({ socket }: IncomingMessage, reply: FastifyReply): void {
  reply.raw.shouldKeepAlive = false;
  socket.destroySoon = () => {
    socket.end();
    socket.pause();
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}
