import { statement } from '../database/index.js';

/** The counters `$1` that have not expired at `$2`, in milliseconds since 1970. */
export const READ_COUNTERS = statement(
  'rate-limits.read',
  'SELECT key, points, expire FROM rate_limits WHERE key = ANY ($1::text[]) AND expire > $2',
);

/**
 * Increments counters: `$1` keys, `$2` points, `$3` expiries, `$4` now, in milliseconds since 1970. An expired counter restarts.
 * Ordered by key, to avoid deadlocks between instances.
 */
export const ADD_POINTS = statement(
  'rate-limits.add',
  `INSERT INTO rate_limits AS r (key, points, expire)
   SELECT key, points, expire FROM unnest($1::text[], $2::integer[], $3::bigint[]) AS u (key, points, expire) ORDER BY key
   ON CONFLICT (key) DO UPDATE
      SET points = CASE WHEN r.expire > $4 THEN r.points ELSE 0 END + excluded.points,
          expire = CASE WHEN r.expire > $4 THEN r.expire ELSE excluded.expire END
   RETURNING key, points, expire`,
);

/** Extends the counter `$1` until `$2`. */
export const KEEP_COUNTER = statement(
  'rate-limits.keep',
  `INSERT INTO rate_limits (key, points, expire) VALUES ($1, 1, $2)
   ON CONFLICT (key) DO UPDATE SET expire = EXCLUDED.expire`,
);

/** Deletes the counters that expired before `$1`. */
export const DELETE_EXPIRED_COUNTERS = statement(
  'rate-limits.delete-expired',
  'DELETE FROM rate_limits WHERE expire < $1',
);
