import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { demandOf } from '#common/access/index.js';
import { ConcurrencyLimit } from '#common/concurrency-limit.js';
import { Config } from '#common/config/config.js';
import { AppError } from '#common/errors/app-error.js';
import { addressKey } from '#common/http/client-address.js';
import { COSTLY, isCostly } from '#common/http/costly.js';

/** Requests of one user that may wait for a slot, and how long each does. */
const MAX_WAITING = 200;
const PATIENCE_MS = 10_000;

/** Costly requests of one address at a time: a back end has many users. */
const COSTLY_OF_ADDRESS = 4;

declare module 'fastify' {
  interface FastifyRequest {
    /** The user, or the address of a visitor, whose slot the request holds. */
    slotOf?: number | string | undefined;
    /** What costly requests are limited by, of which the request holds a slot each. */
    costlyOf?: { readonly user?: string | undefined; readonly address?: string } | undefined;
  }
}

/**
 * Third guard: limits the concurrent requests of one user in this instance, so that no user takes all database connections.
 * Further requests wait in a queue of their user. Decision 39.
 */
@Injectable()
export class CallerLimitGuard implements CanActivate {
  /** Whether requests wait until a slot is free, so that no test knows how quick the machine is. */
  waitsForever = false;

  private readonly limit: ConcurrencyLimit<number | string>;
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
   * Acquires a slot, or waits for one. Visitors without a user share those of their address; other anonymous requests need
   * none: logging in has its own limits.
   * @throws AppError TOO_MANY_REQUESTS when too many wait already, or none became free in time
   */
  canActivate(context: ExecutionContext): true | Promise<true> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const who = request.caller?.uid ?? (demandOf(context).level === 'visitor' ? addressKey(request.ip) : undefined);
    if (who === undefined) return true;
    const marked = Reflect.getMetadata(COSTLY, context.getHandler()) as Parameters<typeof isCostly>[0];
    if (isCostly(marked, request.method, request.query as object))
      return this.waitCostly(request, who, request.caller !== undefined);
    if (!this.limit.tryAcquire(who)) return this.wait(request, who);
    request.slotOf = who;
    return true;
  }

  /**
   * First the slot of the user: whoever has many requests waits behind them, and keeps no place of the address. Visitors have
   * the places of their address alone, which may be that of a back end.
   */
  private async waitCostly(request: FastifyRequest, who: number | string, isUser: boolean): Promise<true> {
    const [user, address] = [String(who), addressKey(request.ip)];
    if (this.costly.pending(user) >= MAX_WAITING || this.costlyOfAddress.pending(address) >= MAX_WAITING)
      throw tooMany();
    const { signal, clear } = this.patience();
    try {
      if (isUser) await this.costly.acquire(user, signal);
      request.costlyOf = { user: isUser ? user : undefined };
      await this.costlyOfAddress.acquire(address, signal);
      request.costlyOf = { ...request.costlyOf, address };
    } finally {
      clear();
    }
    return this.wait(request, who);
  }

  private releaseCostly(request: FastifyRequest): void {
    const { user, address } = request.costlyOf ?? {};
    request.costlyOf = undefined;
    if (address !== undefined) this.costlyOfAddress.release(address);
    if (user !== undefined) this.costly.release(user);
  }

  private async wait(request: FastifyRequest, who: number | string): Promise<true> {
    if (this.limit.pending(who) >= MAX_WAITING) throw tooMany();
    const { signal, clear } = this.patience();
    await this.limit.acquire(who, signal).finally(clear);
    request.slotOf = who;
    return true;
  }

  /** Ends the wait of a request in time. */
  private patience(): { signal: AbortSignal; clear: () => void } {
    const end = new AbortController();
    const giveUp = (): void => end.abort(tooMany());
    const timer = this.waitsForever ? undefined : setTimeout(giveUp, PATIENCE_MS).unref();
    return { signal: end.signal, clear: () => clearTimeout(timer) };
  }
}

function tooMany(): AppError {
  return AppError.later(
    'TOO_MANY_REQUESTS',
    'too many of your requests are at work at the same time; try again later',
    1,
  );
}
