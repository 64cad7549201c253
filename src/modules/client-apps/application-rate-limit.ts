import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { Database } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import type { KnownKey } from './application-directory.js';

const WINDOW_SECONDS = 60;

/** Requests a minute of an application, counted in the database and so over all instances. Section 8 of the decisions. */
@Injectable()
export class ApplicationRateLimit {
  private readonly limiter: RateLimiterPostgres;

  constructor(db: Database) {
    this.limiter = new RateLimiterPostgres({
      storeClient: db.dataSource,
      storeType: 'typeorm',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: 'application',
      points: Number.MAX_SAFE_INTEGER,
      duration: WINDOW_SECONDS,
    });
  }

  /**
   * Counts a request and sets the `RateLimit-*` headers.
   * @throws AppError TOO_MANY_REQUESTS, with `Retry-After` in seconds, beyond the limit
   */
  async consume({ application, rateLimit }: KnownKey, reply: FastifyReply): Promise<void> {
    const limit = rateLimit ?? Infinity;
    const state: RateLimiterRes = await this.limiter.consume(application.id);
    const seconds = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
    reply.header('ratelimit-limit', limit);
    reply.header('ratelimit-remaining', Math.max(0, limit - state.consumedPoints));
    reply.header('ratelimit-reset', seconds);
    if (state.consumedPoints > limit) {
      throw new AppError('TOO_MANY_REQUESTS', `this application may send ${limit} requests a minute`, {
        headers: { 'retry-after': String(seconds) },
      });
    }
  }
}
