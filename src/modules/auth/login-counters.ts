import { Injectable } from '@nestjs/common';
import { Database, statement } from '../../common/database/index.js';

/** How long failed logins count, from the first of them. Section 4 of the decisions. */
const WINDOW_MS = 15 * 60 * 1000;

/** How long an address from which an account logged in is known. */
const KNOWN_MS = 30 * 24 * 60 * 60 * 1000;

const READ = statement(
  'login-counters.read',
  'SELECT key, points, expire FROM rate_limits WHERE key = ANY ($1::text[]) AND expire > $2',
);

/** Keys in their order: several at once lock them alike. */
const RAISE = statement(
  'login-counters.raise',
  `INSERT INTO rate_limits AS l (key, points, expire)
   SELECT key, 1, $3::bigint FROM (SELECT unnest($1::text[]) AS key ORDER BY 1) AS raised
   ON CONFLICT (key) DO UPDATE
     SET points = CASE WHEN l.expire > $2 THEN l.points + 1 ELSE 1 END,
         expire = CASE WHEN l.expire > $2 THEN l.expire ELSE EXCLUDED.expire END`,
);

const KEEP = statement(
  'login-counters.keep',
  `INSERT INTO rate_limits (key, points, expire) VALUES ($1, 1, $2)
   ON CONFLICT (key) DO UPDATE SET expire = EXCLUDED.expire`,
);

/** What has been counted, and until when it counts. */
export interface Count {
  points: number;
  /** Milliseconds since 1970. */
  expire: number;
}

/**
 * Counters of failed logins, shared by all instances. Never in the transaction of a request: what is undone there has been
 * tried all the same. Housekeeping removes what counts no more.
 */
@Injectable()
export class LoginCounters {
  constructor(private readonly db: Database) {}

  /** The counters that have counted anything within the window. */
  async read(keys: readonly string[]): Promise<Map<string, Count>> {
    const rows = await this.db.apart(() => this.db.query<Count & { key: string }>(null, READ, [keys, Date.now()]));
    return new Map(rows.map(({ key, points, expire }) => [key, { points, expire: Number(expire) }]));
  }

  /** Counts one more failure with each of the keys. */
  async raise(keys: readonly string[]): Promise<void> {
    const now = Date.now();
    await this.db.apart(() => this.db.change(null, RAISE, [keys, now, now + WINDOW_MS]));
  }

  /** Remembers a key for 30 days from now. */
  async keep(key: string): Promise<void> {
    await this.db.apart(() => this.db.change(null, KEEP, [key, Date.now() + KNOWN_MS]));
  }
}
