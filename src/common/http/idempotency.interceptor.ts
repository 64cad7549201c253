import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { EntityManager } from 'typeorm';
import { Config } from '../config/config.js';
import { Database } from '../database/index.js';
import { Places } from '../database/places.js';
import { AppError } from '../errors/app-error.js';
import { toAppError } from '../errors/error.filter.js';
import { failureAnswer } from '../errors/failure-shape.js';
import { answerOf, BareAnswer, isBare } from './envelope.js';
import { IdempotentRequest } from './idempotent-request.js';
import { KeptAnswers, type FoundAnswer } from './kept-answers.js';

/** When to ask again while the first request is still running: hardly any takes longer. */
const RETRY_SECONDS = '1';

/** Of so many connections, requests without a user hold one at most: a fourth of the transactions that there are. */
const STRANGERS_PART = 8;

/** Requests without a user that may wait for their turn. */
const MAX_STRANGERS_WAITING = 1_000;

const MAX_KEY_LENGTH = 255;
const METHODS = new Set(['POST', 'DELETE']);

type Headers = Partial<ReturnType<FastifyReply['getHeaders']>>;

/**
 * Gives the first answer again to a POST or DELETE that is repeated under the same `Idempotency-Key`. The record commits
 * with the change: everything that the request does runs in one transaction. Refusals are kept too, failures (5xx, 429)
 * are not. Section 6 of the decisions.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  /** Of requests without a user, as log-ins: however many there are, most of the transactions are left to users. */
  private readonly strangers: Places;

  constructor(
    private readonly db: Database,
    private readonly answers: KeptAnswers,
    { databasePoolSize }: Config,
  ) {
    const places = Math.max(1, Math.floor(databasePoolSize / STRANGERS_PART));
    this.strangers = new Places(places, MAX_STRANGERS_WAITING);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const header = request.headers['idempotency-key'];
    if (header === undefined || !METHODS.has(request.method)) return next.handle();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return from(this.once(new IdempotentRequest(request, readKey(header)), reply, next));
  }

  private once(request: IdempotentRequest, reply: FastifyReply, next: CallHandler): Promise<BareAnswer> {
    const run = (): Promise<BareAnswer> =>
      this.db.ambientTransaction(async (tx) => {
        if (!(await this.answers.lock(tx, request))) throw stillRunning();
        const found = await this.answers.find(tx, request);
        return found === undefined ? this.first(tx, request, reply, next) : replay(reply, found);
      });
    return reply.request.caller === undefined ? this.strangers.run(run) : run();
  }

  private async first(
    tx: EntityManager,
    request: IdempotentRequest,
    reply: FastifyReply,
    next: CallHandler,
  ): Promise<BareAnswer> {
    const before = reply.getHeaders();
    const answer = await this.run(reply, next);
    // Too many requests: the same one may pass later.
    if (answer.status === 429) return answer;
    const body = JSON.stringify(answer.body);
    const added = headersAdded(before, reply.getHeaders());
    const headers = added === undefined ? null : JSON.stringify(added);
    await this.answers.keep(tx, request, { status: answer.status, headers, body });
    return answer;
  }

  /** Runs the request. A refusal is an answer as well: what it undid is undone, what it was to leave behind stays. */
  private async run(reply: FastifyReply, next: CallHandler): Promise<BareAnswer> {
    try {
      const data: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
      if (data instanceof BareAnswer || !isBare(reply)) return answerOf(data);
      return new BareAnswer(reply.statusCode, data as object);
    } catch (error) {
      const failure = toAppError(error);
      if (failure.status >= 500 || failure.status === 429) throw error;
      const { status, headers, body } = failureAnswer(failure, reply.request);
      for (const [name, value] of Object.entries(headers)) reply.header(name, value);
      return new BareAnswer(status, body);
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

function replay(reply: FastifyReply, { status, headers, body, isOfSameRequest }: FoundAnswer): BareAnswer {
  if (!isOfSameRequest) {
    throw new AppError('IDEMPOTENCY_CONFLICT', 'this Idempotency-Key was used for another request');
  }
  if (headers !== null) reply.headers(JSON.parse(headers) as Headers);
  reply.header('idempotency-replayed', 'true');
  if (body === JSON.stringify('')) return new BareAnswer(status, '');
  reply.type('application/json; charset=utf-8');
  // A failure names the request that it belongs to: the first one.
  const { request_id: first } = JSON.parse(body) as { request_id?: string };
  if (first !== undefined) reply.header('x-request-id', first);
  return new BareAnswer(status, body);
}

/** What a route added to the headers, its cookies for example; what differs for each request was there before. */
function headersAdded(before: Headers, after: Headers): Headers | undefined {
  const added = Object.entries(after).filter(([name, value]) => before[name] !== value);
  return added.length === 0 ? undefined : Object.fromEntries(added);
}
