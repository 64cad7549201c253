import { Injectable } from '@nestjs/common';
import { Database } from '#common/database/index.js';
import { ADD_POINTS, KEEP_COUNTER, READ_COUNTERS } from '#common/rate-limits/rate-limits.queries.js';

/** How long failed logins count, from the first one. See docs/spec/service.md#4. */
const WINDOW_MS = 15 * 60 * 1000;

/** How long the address of a successful login is remembered. */
const KNOWN_MS = 30 * 24 * 60 * 60 * 1000;

/** A counter. */
export interface Count {
  points: number;
  /** When it expires, in milliseconds since 1970. */
  expire: number;
}

/**
 * Counters of failed logins, shared by all instances. They are written outside the request's transaction: its rollback must
 * not undo them. Housekeeping removes expired ones.
 */
@Injectable()
export class LoginCounters {
  constructor(private readonly db: Database) {}

  /** The counters that have not expired, by key. */
  async read(keys: readonly string[]): Promise<Map<string, Count>> {
    const rows = await this.db.outsideAmbient(() =>
      this.db.query<Count & { key: string }>(null, READ_COUNTERS, [keys, Date.now()]),
    );
    return new Map(rows.map(({ key, points, expire }) => [key, { points, expire: Number(expire) }]));
  }

  /** Adds one failure to each of the keys. */
  async raise(keys: readonly string[]): Promise<void> {
    const now = Date.now();
    const values = [keys, keys.map(() => 1), keys.map(() => now + WINDOW_MS), now];
    await this.db.outsideAmbient(() => this.db.change(null, ADD_POINTS, values));
  }

  /** Remembers a key for 30 days from now. */
  async remember(key: string): Promise<void> {
    await this.db.outsideAmbient(() => this.db.change(null, KEEP_COUNTER, [key, Date.now() + KNOWN_MS]));
  }
}
