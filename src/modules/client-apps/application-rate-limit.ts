import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Database, statement } from '../../common/database/index.js';
import { AppError } from '../../common/errors/app-error.js';
import { limitedAddress } from '../../common/http/address.js';
import type { KnownKey } from './application-directory.js';
import { learn, RateCounter, type RateState } from './rate-counter.js';

/** Milliseconds between a first request and the telling of it to the other instances. */
const ADD_MS = 1_000;

/** How many users, and how many addresses, are remembered: some 20 MB at most. */
const MOST_REMEMBERED = 50_000;

/** How many of them one statement adds up. */
const MOST_ADDED = 10_000;

/**
 * Adds requests to those of other instances: `$1` keys, `$2` how many, `$3` when the window ends, `$4` now, in
 * milliseconds since 1970. A window that has ended begins anew. Ordered, so that instances do not wait in a circle.
 */
const ADD = statement(
  'application-rate-limit.add',
  `INSERT INTO rate_limits AS r (key, points, expire)
   SELECT key, points, expire FROM unnest($1::text[], $2::integer[], $3::bigint[]) AS u (key, points, expire) ORDER BY key
   ON CONFLICT (key) DO UPDATE
      SET points = CASE WHEN r.expire > $4 THEN r.points ELSE 0 END + excluded.points,
          expire = CASE WHEN r.expire > $4 THEN r.expire ELSE excluded.expire END
   RETURNING key, points, expire`,
);

interface AddedRow {
  key: string;
  points: number;
  expire: string;
}

/** Who sends a request: a user, or an address where no user is known. */
export type Sender = { uid: number } | { ip: string };

/**
 * Requests a minute of an application: of each user, or address without one, and of all together. They are counted in
 * memory, and added up with those of other instances every second, so that no request waits for it; together, instances
 * let through what comes within one such second too much at most. Sections 8 and 10 of the decisions.
 */
@Injectable()
export class ApplicationRateLimit implements OnApplicationShutdown {
  private readonly logger = new Logger(ApplicationRateLimit.name);
  // Apart from each other: who has many addresses pushes out no user, and nobody an application.
  private readonly users = new RateCounter(MOST_REMEMBERED, MOST_ADDED);
  private readonly addresses = new RateCounter(MOST_REMEMBERED, MOST_ADDED);
  private readonly totals = new RateCounter(MOST_ADDED, MOST_ADDED);
  private timer: NodeJS.Timeout | undefined;
  private adding = Promise.resolve();

  constructor(private readonly db: Database) {}

  async onApplicationShutdown(): Promise<void> {
    await this.addUp();
  }

  /**
   * Counts a request and sets the `RateLimit-*` headers: of its sender's limit, or of the whole application's where that
   * is the only one, or the one that refuses. What the sender's limit refuses costs the others nothing.
   * @throws AppError TOO_MANY_REQUESTS, with `Retry-After` in seconds, beyond a limit
   */
  consume({ application, rateLimit, rateLimitTotal }: KnownKey, sender: Sender, reply: FastifyReply): void {
    if (rateLimit === null && rateLimitTotal === null) return;
    const now = Date.now();
    this.timer ??= setTimeout(() => void this.addUp(), ADD_MS).unref();
    if (rateLimit !== null) {
      const own = this.countSender(application.id, sender, rateLimit, now);
      tell(own, reply);
      if (!own.passed) {
        const who = 'uid' in sender ? 'user' : 'address';
        throw tooMany(own, `this application may send ${rateLimit} requests a minute for one ${who}`);
      }
    }
    if (rateLimitTotal === null) return;
    const total = this.totals.count(`application:${application.id}`, rateLimitTotal, now);
    if (rateLimit === null || !total.passed) tell(total, reply);
    if (!total.passed) throw tooMany(total, `this application may send ${rateLimitTotal} requests a minute in all`);
  }

  /** Adds what was counted to what other instances have counted; what cannot be is kept for the next time. */
  addUp(): Promise<void> {
    this.adding = this.adding.then(() => this.add());
    return this.adding;
  }

  private countSender(applicationId: string, sender: Sender, limit: number, now: number): RateState {
    if ('uid' in sender) return this.users.count(`application:${applicationId}:user:${sender.uid}`, limit, now);
    return this.addresses.count(`application:${applicationId}:address:${limitedAddress(sender.ip)}`, limit, now);
  }

  private async add(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    for (const counter of [this.users, this.addresses, this.totals]) await this.addThoseOf(counter);
  }

  private async addThoseOf(counter: RateCounter): Promise<void> {
    const now = Date.now();
    // Of those whose window has ended another one may have begun.
    const live = counter.takeChanged().filter(({ endsAt }) => endsAt > now);
    const changed = live.map((window) => ({ window, told: window.more }));
    if (changed.length === 0) return;
    const keys = changed.map(({ window }) => window.key);
    const told = changed.map(({ told: count }) => count);
    const ends = changed.map(({ window }) => window.endsAt);
    try {
      const rows = await this.db.query<AddedRow>(null, ADD, [keys, told, ends, now]);
      const added = new Map(rows.map(({ key, points, expire }) => [key, { points, endsAt: Number(expire) }]));
      for (const { window, told: count } of changed) learn(window, count, added.get(window.key)!);
    } catch (error) {
      // They are still counted here, and told with the next request.
      this.logger.warn(`the requests of ${changed.length} senders were not added up: ${String(error)}`);
    }
  }
}

function tell({ limit, remaining, seconds }: RateState, reply: FastifyReply): void {
  reply.header('ratelimit-limit', limit);
  reply.header('ratelimit-remaining', remaining);
  reply.header('ratelimit-reset', seconds);
}

function tooMany({ seconds }: RateState, message: string): AppError {
  return new AppError('TOO_MANY_REQUESTS', message, { headers: { 'retry-after': String(seconds) } });
}
