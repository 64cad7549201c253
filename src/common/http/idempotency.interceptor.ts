import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../database/index.js';
import { AppError } from '../errors/app-error.js';
import { errorBody, toAppError } from '../errors/error.filter.js';
import { FormBody } from './body-parsers.js';
import { answerOf, BareAnswer, isBare } from './envelope.js';

/** How long the first answer is kept. Section 6 of the decisions. */
const KEEP_HOURS = 24;

/** When to ask again while the first request is still running: hardly any takes longer. */
const RETRY_SECONDS = '1';

const MAX_KEY_LENGTH = 255;
const METHODS = new Set(['POST', 'DELETE']);

const LOCK = statement('idempotency.lock', 'SELECT pg_try_advisory_xact_lock($1::bigint) AS locked');
const FIND = statement(
  'idempotency.find',
  'SELECT fingerprint, status, headers, body FROM idempotency_records WHERE key_hash = $1 AND expires_at > now()',
);
const KEEP = statement(
  'idempotency.keep',
  `INSERT INTO idempotency_records (key_hash, fingerprint, status, headers, body, expires_at)
   VALUES ($1, $2, $3, $4, $5, now() + make_interval(hours => ${KEEP_HOURS}))
   ON CONFLICT (key_hash) DO UPDATE SET fingerprint = EXCLUDED.fingerprint, status = EXCLUDED.status,
     headers = EXCLUDED.headers, body = EXCLUDED.body, expires_at = EXCLUDED.expires_at`,
);
const FORGET = statement('idempotency.forget', 'DELETE FROM idempotency_records WHERE expires_at <= now()');

interface Kept {
  fingerprint: Buffer;
  status: number;
  headers: Buffer | null;
  body: Buffer;
}

type Headers = Partial<ReturnType<FastifyReply['getHeaders']>>;

/**
 * Gives the first answer again to a POST or DELETE that is repeated under the same `Idempotency-Key`. The record commits
 * with the change: everything that the request does runs in one transaction. Refusals are kept too, failures (5xx, 429)
 * are not. Section 6 of the decisions.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly db: Database) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const header = request.headers['idempotency-key'];
    if (header === undefined || !METHODS.has(request.method)) return next.handle();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return from(this.once(new IdempotentRequest(request, readKey(header)), reply, next));
  }

  /** Deletes records whose time has passed. */
  async forgetExpired(): Promise<number> {
    return this.db.change(null, FORGET);
  }

  private once(request: IdempotentRequest, reply: FastifyReply, next: CallHandler): Promise<BareAnswer> {
    return this.db.ambientTransaction(async (tx) => {
      const { locked } = (await this.db.queryOne<{ locked: boolean }>(tx, LOCK, [request.lockId])) ?? { locked: false };
      if (!locked) throw stillRunning();
      const kept = await this.db.queryOne<Kept>(tx, FIND, [request.keyHash]);
      return kept === undefined ? this.first(tx, request, reply, next) : replay(request, reply, kept);
    });
  }

  private async first(
    tx: EntityManager,
    request: IdempotentRequest,
    reply: FastifyReply,
    next: CallHandler,
  ): Promise<BareAnswer> {
    const before = reply.getHeaders();
    const answer = await this.run(request, reply, next);
    // Too many requests: the same one may pass later.
    if (answer.status === 429) return answer;
    const body = request.encrypt(JSON.stringify(answer.body));
    const added = headersAdded(before, reply.getHeaders());
    const headers = added === undefined ? null : request.encrypt(JSON.stringify(added));
    await this.db.query(tx, KEEP, [request.keyHash, request.fingerprint, answer.status, headers, body]);
    return answer;
  }

  /** Runs the request. A refusal is an answer as well: what it undid is undone, what it was to leave behind stays. */
  private async run(request: IdempotentRequest, reply: FastifyReply, next: CallHandler): Promise<BareAnswer> {
    try {
      const data: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
      return isBare(reply) ? new BareAnswer(reply.statusCode, data as object) : answerOf(data);
    } catch (error) {
      const failure = toAppError(error);
      if (failure.status >= 500 || failure.status === 429) throw error;
      for (const [name, value] of Object.entries(failure.headers)) reply.header(name, value);
      return new BareAnswer(failure.status, errorBody(failure, request.id));
    }
  }
}

function readKey(header: string | string[]): string {
  const key = String(header);
  if (key.trim() === '' || key.length > MAX_KEY_LENGTH) {
    throw AppError.ofField('VALIDATION', 'Idempotency-Key', `must be 1 to ${MAX_KEY_LENGTH} characters`);
  }
  return key;
}

function stillRunning(): AppError {
  return new AppError('CONFLICT', 'the first request with this Idempotency-Key is still running', {
    headers: { 'retry-after': RETRY_SECONDS },
  });
}

function replay(request: IdempotentRequest, reply: FastifyReply, kept: Kept): BareAnswer {
  if (!timingSafeEqual(kept.fingerprint, request.fingerprint)) {
    throw new AppError('IDEMPOTENCY_CONFLICT', 'this Idempotency-Key was used for another request');
  }
  if (kept.headers !== null) reply.headers(JSON.parse(request.decrypt(kept.headers)) as Headers);
  reply.header('idempotency-replayed', 'true');
  const body = request.decrypt(kept.body);
  reply.type('application/json; charset=utf-8');
  // A failure names the request that it belongs to: the first one.
  const { request_id: first } = JSON.parse(body) as { request_id?: string };
  if (first !== undefined) reply.header('x-request-id', first);
  return new BareAnswer(kept.status, body);
}

/** What a route added to the headers, its cookies for example; what differs for each request was there before. */
function headersAdded(before: Headers, after: Headers): Headers | undefined {
  const added = Object.entries(after).filter(([name, value]) => before[name] !== value);
  return added.length === 0 ? undefined : Object.fromEntries(added);
}

/** What is derived from a request and its key. Nothing of it lets a reader of the database recover the key. */
class IdempotentRequest {
  readonly id: string;
  readonly keyHash: Buffer;
  readonly fingerprint: Buffer;
  readonly lockId: string;
  private readonly secret: Buffer;

  constructor(request: FastifyRequest, key: string) {
    const scope = `${request.application?.id ?? ''}:${request.caller?.uid ?? ''}:${request.caller?.actsFor ?? ''}`;
    const body = request.body instanceof FormBody ? request.body.fields : request.body;
    const ifMatch = request.headers['if-match'];
    const condition = ifMatch === undefined ? [] : [ifMatch];
    this.id = request.id;
    this.keyHash = createHash('sha256').update(`${scope}:${key}`).digest();
    this.fingerprint = createHmac('sha256', key)
      .update(JSON.stringify([request.method, withoutTrailingSlash(request.url), body ?? null, ...condition]))
      .digest();
    this.lockId = this.keyHash.readBigInt64BE().toString();
    this.secret = Buffer.from(
      hkdfSync('sha256', `${key}:${JSON.stringify(body ?? null)}`, this.keyHash, 'idempotency', 32),
    );
  }

  encrypt(text: string): Buffer {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.secret, iv);
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
  }

  decrypt(sealed: Buffer): string {
    const decipher = createDecipheriv('aes-256-gcm', this.secret, sealed.subarray(0, 12));
    decipher.setAuthTag(sealed.subarray(12, 28));
    return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
  }
}

/** A path means the same with and without its trailing slash. */
function withoutTrailingSlash(url: string): string {
  return url.replace(/\/(?=\?|$)/, '');
}
