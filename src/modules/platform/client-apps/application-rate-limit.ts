import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { BackgroundWriter } from '#common/background-writer.js';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { addressKey } from '#common/http/client-address.js';
import { Retention } from '#common/jobs/index.js';
import { RateCounter, update, type RateState } from '#common/rate-limits/rate-counter.js';
import { ADD_POINTS, DELETE_EXPIRED_COUNTERS } from '#common/rate-limits/rate-limits.queries.js';
import type { KnownKey } from './application-directory.js';

/** Milliseconds between synchronizations of the counters with the database. */
const SYNC_MS = 1_000;

/** Counters kept for users, and for addresses: about 20 MB at most. */
const MAX_COUNTERS = 50_000;

/** Counters written by one statement. */
const SYNC_BATCH = 10_000;

interface AddedRow {
  key: string;
  points: number;
  expire: string;
}

/** The sender of a request: a user, or the address of an anonymous one. */
export type Sender = { uid: number } | { ip: string };

/**
 * Limits the requests per minute of an application: of each user or anonymous address, and in total. They are counted in
 * memory and synchronized with other instances every second in the background, so instances together may exceed a limit by
 * the requests of one second. See docs/spec/service.md#8 and #10.
 */
@Injectable()
export class ApplicationRateLimit extends BackgroundWriter {
  // Separate, so that many addresses do not evict users, nor either of them applications.
  private readonly users = new RateCounter(MAX_COUNTERS, SYNC_BATCH);
  private readonly addresses = new RateCounter(MAX_COUNTERS, SYNC_BATCH);
  private readonly totals = new RateCounter(SYNC_BATCH, SYNC_BATCH);

  constructor(private readonly db: Database) {
    super(SYNC_MS);
  }

  /**
   * Counts a request and sets the `RateLimit-*` headers: of the sender's limit, or of the total limit if it is the only one
   * or refuses. Requests over the sender's limit do not count for the total.
   * @throws AppError TOO_MANY_REQUESTS, with `Retry-After` in seconds, above a limit
   */
  consume({ application, rateLimit, rateLimitTotal }: KnownKey, sender: Sender, reply: FastifyReply): void {
    if (rateLimit === null && rateLimitTotal === null) return;
    const now = Date.now();
    this.writeSoon();
    if (rateLimit !== null) {
      const own = this.countSender(application.id, sender, rateLimit, now);
      setHeaders(own, reply);
      if (!own.passed) {
        const who = 'uid' in sender ? 'user' : 'address';
        throw tooMany(`${rateLimit} requests a minute for one ${who}`, own);
      }
    }
    if (rateLimitTotal === null) return;
    const total = this.totals.count(`application:${application.id}`, rateLimitTotal, now);
    if (rateLimit === null || !total.passed) setHeaders(total, reply);
    if (!total.passed) throw tooMany(`${rateLimitTotal} requests a minute in all`, total);
  }

  /** Deletes expired counters, also those of failed logins. */
  @Retention('counters of limits past their window')
  async deleteExpired(): Promise<void> {
    await this.db.change(null, DELETE_EXPIRED_COUNTERS, [Date.now()]);
  }

  private countSender(applicationId: string, sender: Sender, limit: number, now: number): RateState {
    if ('uid' in sender) return this.users.count(`application:${applicationId}:user:${sender.uid}`, limit, now);
    return this.addresses.count(`application:${applicationId}:address:${addressKey(sender.ip)}`, limit, now);
  }

  /** Synchronizes the counters with other instances; on failure, the next time. */
  protected async write(): Promise<void> {
    for (const counter of [this.users, this.addresses, this.totals]) await this.syncCounter(counter);
  }

  private async syncCounter(counter: RateCounter): Promise<void> {
    const now = Date.now();
    // A new window may have replaced an expired one.
    const live = counter.takeChanged().filter(({ endsAt }) => endsAt > now);
    const changed = live.map((window) => ({ window, told: window.more }));
    if (changed.length === 0) return;
    const keys = changed.map(({ window }) => window.key);
    const told = changed.map(({ told: count }) => count);
    const ends = changed.map(({ window }) => window.endsAt);
    try {
      const rows = await this.db.query<AddedRow>(null, ADD_POINTS, [keys, told, ends, now]);
      const added = new Map(rows.map(({ key, points, expire }) => [key, { points, endsAt: Number(expire) }]));
      for (const { window, told: count } of changed) update(window, count, added.get(window.key)!);
    } catch (error) {
      // They remain counted here, and are sent with the next request.
      this.logger.warn(`failed to synchronize ${changed.length} rate limit counters: ${String(error)}`);
    }
  }
}

function tooMany(allowed: string, { seconds }: RateState): AppError {
  return AppError.later('TOO_MANY_REQUESTS', `this application may send ${allowed}`, seconds);
}

function setHeaders({ limit, remaining, seconds }: RateState, reply: FastifyReply): void {
  reply.header('ratelimit-limit', limit);
  reply.header('ratelimit-remaining', remaining);
  reply.header('ratelimit-reset', seconds);
}
