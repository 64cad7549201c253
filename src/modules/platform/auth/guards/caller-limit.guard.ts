import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ConcurrencyLimit } from '../../../../common/concurrency-limit.js';
import { Config } from '../../../../common/config/config.js';
import { AppError } from '../../../../common/errors/app-error.js';

/** Requests of one user that may wait for a slot, and how long each does. */
const MAX_WAITING = 200;
const PATIENCE_MS = 10_000;

const RETRY_AFTER_SECONDS = '1';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user whose slot the request holds. */
    slotOf?: number | undefined;
  }
}

/**
 * Third guard: limits the concurrent requests of one user in this instance, so that no user takes all database connections.
 * Further requests wait in a queue of their user. Decision 39.
 */
@Injectable()
export class CallerLimitGuard implements CanActivate {
  private readonly limit: ConcurrencyLimit<number>;

  constructor({ databasePoolSize }: Config) {
    // A quarter of the connections, since some requests need two.
    const most = Math.max(1, databasePoolSize - 1);
    this.limit = new ConcurrencyLimit(Math.min(most, Math.max(2, Math.floor(databasePoolSize / 4))));
  }

  /** Releases a slot when the answer is ready, not already when the client disconnects. */
  watch(fastify: FastifyInstance): void {
    fastify.addHook('onSend', (request, _reply, payload, done) => {
      if (request.slotOf !== undefined) this.limit.release(request.slotOf);
      request.slotOf = undefined;
      done(null, payload);
    });
  }

  /**
   * Acquires a slot, or waits for one. Anonymous requests need none: logging in has its own limits.
   * @throws AppError TOO_MANY_REQUESTS when too many wait already, or none became free in time
   */
  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const uid = request.caller?.uid;
    if (uid === undefined) return true;
    if (!this.limit.tryAcquire(uid)) return this.wait(request, uid);
    request.slotOf = uid;
    return true;
  }

  private async wait(request: FastifyRequest, uid: number): Promise<true> {
    if (this.limit.pending(uid) >= MAX_WAITING) throw tooMany();
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(tooMany()), PATIENCE_MS).unref();
    await this.limit.acquire(uid, end.signal).finally(() => clearTimeout(timer));
    request.slotOf = uid;
    return true;
  }
}

function tooMany(): AppError {
  return new AppError('TOO_MANY_REQUESTS', 'too many of your requests are at work at the same time; try again later', {
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });
}
