import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ConcurrencyLimit } from '#common/concurrency-limit.js';
import { Config } from '#common/config/config.js';
import { AppError } from '#common/errors/app-error.js';
import { addressKey } from '#common/http/address.js';
import { COSTLY } from '#common/http/costly.js';

/** Requests of one user that may wait for a slot, and how long each does. */
const MAX_WAITING = 200;
const PATIENCE_MS = 10_000;

const RETRY_AFTER_SECONDS = '1';

/** Costly requests of one address at a time: a back end has many users. */
const COSTLY_OF_ADDRESS = 4;

declare module 'fastify' {
  interface FastifyRequest {
    /** The user whose slot the request holds. */
    slotOf?: number | undefined;
    /** What costly requests are limited by, of which the request holds a slot each. */
    costlyOf?: readonly string[] | undefined;
  }
}

/**
 * Third guard: limits the concurrent requests of one user in this instance, so that no user takes all database connections.
 * Further requests wait in a queue of their user. Decision 39.
 */
@Injectable()
export class CallerLimitGuard implements CanActivate {
  private readonly limit: ConcurrencyLimit<number>;
  private readonly costly = new ConcurrencyLimit<string>(1);
  private readonly costlyOfAddress = new ConcurrencyLimit<string>(COSTLY_OF_ADDRESS);

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
      this.releaseCostly(request);
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
    if (isCostly(context, request)) return this.waitCostly(request, uid);
    if (!this.limit.tryAcquire(uid)) return this.wait(request, uid);
    request.slotOf = uid;
    return true;
  }

  /** First the slot of the user: whoever has many requests waits behind them, and keeps no place of the address. */
  private async waitCostly(request: FastifyRequest, uid: number): Promise<true> {
    const [user, address] = [String(uid), addressKey(request.ip)];
    if (this.costly.pending(user) >= MAX_WAITING || this.costlyOfAddress.pending(address) >= MAX_WAITING)
      throw tooMany();
    const end = new AbortController();
    const timer = setTimeout(() => end.abort(tooMany()), PATIENCE_MS).unref();
    try {
      await this.costly.acquire(user, end.signal);
      request.costlyOf = [user];
      await this.costlyOfAddress.acquire(address, end.signal);
      request.costlyOf = [user, address];
    } finally {
      clearTimeout(timer);
    }
    return this.wait(request, uid);
  }

  private releaseCostly(request: FastifyRequest): void {
    const [user, address] = request.costlyOf ?? [];
    request.costlyOf = undefined;
    if (address !== undefined) this.costlyOfAddress.release(address);
    if (user !== undefined) this.costly.release(user);
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

/** Whether a request keeps the database busy: its route says so, or it searches. */
function isCostly(context: ExecutionContext, { method, query }: FastifyRequest): boolean {
  if (Reflect.getMetadata(COSTLY, context.getHandler()) === true) return true;
  const { search, name } = query as Record<string, unknown>;
  return method === 'GET' && Boolean(search || name);
}

function tooMany(): AppError {
  return new AppError('TOO_MANY_REQUESTS', 'too many of your requests are at work at the same time; try again later', {
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });
}
