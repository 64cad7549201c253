import {
  type CallHandler,
  type ExecutionContext,
  type INestApplication,
  Injectable,
  type NestInterceptor,
  RequestMethod,
} from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { EntityManager } from 'typeorm';
import { Config } from '../config/config.js';
import { Database } from '../database/index.js';
import { AppError } from '../errors/app-error.js';
import type { ErrorCode } from '../errors/error-codes.js';
import { toAppError } from './error.filter.js';
import { failureAnswer } from '../errors/failure-shape.js';
import { answerOf, BareAnswer, isBare } from './envelope.js';
import { withAbsoluteLinks } from './pagination.js';
import { type FoundResponse, IdempotencyStore, IdempotentRequest } from './idempotency-store.js';
import { INTERCEPTORS_METADATA, METHOD_METADATA } from '@nestjs/common/constants.js';
import { InterceptorsConsumer } from '@nestjs/core/interceptors/interceptors-consumer.js';
import { declaredRoutes } from '../access/access.decorator.js';

/** Seconds for `Retry-After` while the first request runs or too many wait. */
const RETRY_SECONDS = 1;

/** Anonymous requests may use one of this many connections: a quarter of the ambient transactions. */
const CONNECTIONS_PER_ANONYMOUS = 8;

/** Anonymous requests in the queue. */
const MAX_ANONYMOUS_WAITING = 1_000;

/** Refusals that say nothing of the request: the same one may succeed, as soon as the user has confirmed that it is them. */
const NOT_KEPT: readonly ErrorCode[] = ['TOO_MANY_REQUESTS', 'REAUTHENTICATION_REQUIRED'];

const MAX_KEY_LENGTH = 255;
const METHODS = new Set(['POST', 'DELETE']);

type Headers = Partial<ReturnType<FastifyReply['getHeaders']>>;

/**
 * Repeats the first response for a POST or DELETE with the same `Idempotency-Key`. The record commits with the change: the
 * whole request runs in one transaction. Client errors are stored too; 429, 5xx and the demand to log
 * in again are not. See docs/spec/service.md#6.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  /** Limits requests without a user, such as log-ins, so that most transactions are left to users. */
  private readonly anonymous: ReturnType<typeof pLimit>;

  constructor(
    private readonly db: Database,
    private readonly answers: IdempotencyStore,
    private readonly config: Config,
  ) {
    this.anonymous = pLimit(Math.max(1, Math.floor(config.databasePoolSize / CONNECTIONS_PER_ANONYMOUS)));
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    const key = readKey(request.headers['idempotency-key']!);
    return from(this.once(new IdempotentRequest(request, key), reply, next));
  }

  private async once(request: IdempotentRequest, reply: FastifyReply, next: CallHandler): Promise<BareAnswer> {
    const run = (): Promise<BareAnswer> =>
      this.db.ambientTransaction(async (tx) => {
        if (!(await this.answers.lock(tx, request))) throw stillRunning();
        const found = await this.answers.find(tx, request);
        return found === undefined ? this.first(tx, request, reply, next) : replay(reply, found);
      });
    if (reply.request.caller !== undefined) return run();
    if (this.anonymous.pendingCount >= MAX_ANONYMOUS_WAITING) {
      throw AppError.later('TOO_MANY_REQUESTS', 'too many such requests are waiting; try again later', RETRY_SECONDS);
    }
    return this.anonymous(run);
  }

  private async first(
    tx: EntityManager,
    request: IdempotentRequest,
    reply: FastifyReply,
    next: CallHandler,
  ): Promise<BareAnswer> {
    const before = reply.getHeaders();
    const answer = await this.run(reply, next);
    // A retry may succeed.
    if (answer.status === 429) return answer;
    const body = JSON.stringify(answer.body);
    const added = headersAdded(before, reply.getHeaders());
    const headers = added === undefined ? null : JSON.stringify(added);
    await this.answers.save(tx, request, { status: answer.status, headers, body });
    return answer;
  }

  /** Runs the request. A client error is a response too; its savepoints have been rolled back. */
  private async run(reply: FastifyReply, next: CallHandler): Promise<BareAnswer> {
    try {
      const answer: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
      const data = withAbsoluteLinks(answer, reply.request, this.config.publicUrl);
      if (data instanceof BareAnswer || !isBare(reply)) return answerOf(data);
      return new BareAnswer(reply.statusCode, data as object);
    } catch (error) {
      const failure = toAppError(error);
      if (failure.status >= 500 || NOT_KEPT.includes(failure.code)) throw error;
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
  return AppError.later('CONFLICT', 'the first request with this Idempotency-Key is still running', RETRY_SECONDS);
}

function replay(reply: FastifyReply, { status, headers, body, isOfSameRequest }: FoundResponse): BareAnswer {
  if (!isOfSameRequest) throw new AppError('IDEMPOTENCY_CONFLICT');
  if (headers !== null) reply.headers(JSON.parse(headers) as Headers);
  reply.header('idempotency-replayed', 'true');
  if (body === JSON.stringify('')) return new BareAnswer(status, '');
  reply.type('application/json; charset=utf-8');
  // An error body contains the id of the first request.
  const { request_id: first } = JSON.parse(body) as { request_id?: string };
  if (first !== undefined) reply.header('x-request-id', first);
  return new BareAnswer(status, body);
}

/** The headers that a route added, such as cookies. */
function headersAdded(before: Headers, after: Headers): Headers | undefined {
  const added = Object.entries(after).filter(([name, value]) => before[name] !== value);
  return added.length === 0 ? undefined : Object.fromEntries(added);
}

declare module 'fastify' {
  interface FastifyInstance {
    idempotency: IdempotencyInterceptor;
  }
}

const CHANGES: readonly RequestMethod[] = [RequestMethod.POST, RequestMethod.DELETE, RequestMethod.ALL];

/** Whether a request is to be answered from a record, or to leave one. */
function hasKey({ headers, method, routeOptions }: FastifyRequest): boolean {
  // A streamed body would keep the transaction open while it arrives; its route has the key from the headers.
  return (
    headers['idempotency-key'] !== undefined && METHODS.has(method) && routeOptions.config.streamedBody === undefined
  );
}

/** Uses the interceptor of the request's application: one process may have several, which share classes. */
const delegate: NestInterceptor = {
  intercept: (context, next) => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return hasKey(request) ? request.server.idempotency.intercept(context, next) : next.handle();
  },
};

type Intercept = (
  this: InterceptorsConsumer,
  ...args: Parameters<InterceptorsConsumer['intercept']>
) => ReturnType<InterceptorsConsumer['intercept']>;

const { value: askAll } = Object.getOwnPropertyDescriptor(InterceptorsConsumer.prototype, 'intercept') as {
  value: Intercept;
};

/**
 * Nest asks the interceptors of a route for every request, by way of observables, which cost an eighth of a change. Where a
 * request has no key, as most have none, ours is left out: only interceptors that an extension adds are asked.
 */
const askOthers: Intercept = function (interceptors, args, ...rest) {
  const isLeftOut = interceptors.includes(delegate) && !hasKey(args[0] as FastifyRequest);
  const asked = isLeftOut ? interceptors.filter((one) => one !== delegate) : interceptors;
  return askAll.call(this, asked, args, ...rest);
};
InterceptorsConsumer.prototype.intercept = askOthers;

/**
 * Adds the {@link IdempotencyInterceptor} to every POST and DELETE, including those of extensions. Not to reads: an
 * interceptor would take longer than all guards together.
 */
export function applyIdempotency(fastify: FastifyInstance, app: INestApplication): void {
  fastify.decorate('idempotency', app.get<IdempotencyInterceptor>(IdempotencyInterceptor));
  for (const { targets } of declaredRoutes(app)) {
    const [handler] = targets;
    if (!CHANGES.includes(Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod)) continue;
    const others = (Reflect.getMetadata(INTERCEPTORS_METADATA, handler) ?? []) as unknown[];
    if (!others.includes(delegate)) {
      Reflect.defineMetadata(INTERCEPTORS_METADATA, [delegate, ...others], handler);
    }
  }
}
