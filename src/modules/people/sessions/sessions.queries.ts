import type { Role, Scope } from '#common/access/index.js';
import { statement, type Statement } from '#common/database/index.js';
import { REFRESH_DAYS } from './session.entity.js';

/** A session with its user, as the access token guard needs it. */
export interface SessionRow {
  id: string;
  uid: number;
  application_id: string | null;
  ended_at: Date | null;
  expires_at: Date;
  username: string;
  roles: Role[];
  status: 'active' | 'inactive';
  has_factor: boolean;
  scopes: Scope[] | null;
}

export const FIND_SESSION = statement(
  'sessions.find',
  `SELECT s.id, s.uid, s.application_id, s.ended_at, s.expires_at, s.has_factor, s.scopes, u.username, u.roles, u.status
     FROM sessions s JOIN users u ON u.uid = s.uid WHERE s.id = $1`,
);

/**
 * A session at an application (`$3`) in a sign-on (`$4`), with its first refresh token, whose hash is `$8`, begun at a device
 * (`$9`), with scopes (`$10`); nothing is inserted when the application is deleted. The lock prevents a deletion meanwhile,
 * which would miss the new session.
 */
export const INSERT_SESSION = statement(
  'sessions.insert',
  `WITH session AS (
     INSERT INTO sessions (id, uid, application_id, sign_on_id, refresh_seed, expires_at, ip, user_agent, scopes)
     SELECT $1::uuid, $2::bigint, a.id, $4::uuid, $5::bytea, $6::timestamptz, $7::text, $9::text, $10::text[]
       FROM applications a WHERE a.id = $3 AND a.deleted_at IS NULL FOR KEY SHARE
     RETURNING id, expires_at
   )
   INSERT INTO refresh_tokens (token_hash, session_id, expires_at) SELECT $8::bytea, id, expires_at FROM session`,
);

/**
 * Serializes adding a session to a sign-on and ending all of them. A separate statement, so that the snapshot of the ending
 * is taken after the lock.
 */
const lockOf = (signOnId: string): string => `pg_advisory_xact_lock(hashtextextended(${signOnId}::text, 0))`;

export const LOCK_SIGN_ON = statement('sessions.lock-sign-on', `SELECT ${lockOf('$1')}`);

/** Ends the live sessions with `$1` in a column and returns them. They are locked in order to prevent deadlocks. */
const endBy = (column: 'id' | 'uid' | 'application_id' | 'sign_on_id'): Statement =>
  statement(
    `sessions.end-by-${column}`,
    `UPDATE sessions SET ended_at = now(), end_reason = $2
      WHERE id IN (SELECT id FROM sessions WHERE ${column} = $1 AND ended_at IS NULL ORDER BY id FOR NO KEY UPDATE)
     RETURNING id, uid, application_id`,
  );

export const END_SESSION = endBy('id');
export const END_SESSIONS_OF_USER = endBy('uid');
export const END_SESSIONS_OF_APPLICATION = endBy('application_id');
export const END_SESSIONS_OF_SIGN_ON = endBy('sign_on_id');

/** Ends live sessions of everybody, of those whose ids follow `$1` the first `$3`, and returns them. */
export const END_NEXT_SESSIONS = statement(
  'sessions.end-next',
  `WITH ended AS (
     UPDATE sessions SET ended_at = now(), end_reason = $2
      WHERE id IN (SELECT id FROM sessions WHERE id > $1 AND ended_at IS NULL AND expires_at > now() ORDER BY id LIMIT $3 FOR NO KEY UPDATE)
     RETURNING id, uid, application_id)
   SELECT * FROM ended ORDER BY id`,
);

/** A refresh token with its session. */
export interface RefreshRow {
  session_id: string;
  application_id: string | null;
  sign_on_id: string;
  expires_at: Date;
  used_at: Date | null;
  refresh_seed: Buffer;
  scopes: Scope[] | null;
  ended_at: Date | null;
  uid: number;
  username: string;
  roles: Role[];
  status: 'active' | 'inactive';
  successor_used_at: Date | null;
}

/** The partitions of tokens that have not expired; the day is for clocks that differ. */
const isAlive = (token: string): string =>
  `${token}.expires_at > now() AND ${token}.expires_at <= now() + interval '${REFRESH_DAYS + 1} days'`;

/** Serializes the refreshes of a family. It locks the sign-on, which a reused token ends. */
export const LOCK_FAMILY = statement(
  'refresh-tokens.lock-family',
  `SELECT ${lockOf('s.sign_on_id')} FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
    WHERE t.token_hash = $1 AND ${isAlive('t')} AND s.application_id = $2`,
);

export const FIND_REFRESH_TOKEN = statement(
  'refresh-tokens.find',
  `SELECT t.session_id, s.application_id, s.sign_on_id, t.expires_at, t.used_at, s.refresh_seed, s.scopes, s.ended_at, u.uid, u.username,
          u.roles, u.status, n.used_at AS successor_used_at
     FROM refresh_tokens t
     JOIN sessions s ON s.id = t.session_id
     JOIN users u ON u.uid = s.uid
     LEFT JOIN refresh_tokens n ON n.token_hash = t.successor_hash AND ${isAlive('n')}
    WHERE t.token_hash = $1 AND ${isAlive('t')}`,
);

/** The session of a refresh token (`$1`), used or not, if it is of application `$2`. */
export const FIND_SESSION_OF_TOKEN = statement(
  'refresh-tokens.find-session',
  `SELECT s.id FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
    WHERE t.token_hash = $1 AND ${isAlive('t')} AND s.application_id = $2`,
);

/** Exchanges a refresh token (`$1`) for its successor (`$2`), which lives until `$4`, as its session (`$3`) does at least. */
export const EXCHANGE_REFRESH_TOKEN = statement(
  'refresh-tokens.exchange',
  `WITH used AS (UPDATE refresh_tokens t SET used_at = now(), successor_hash = $2 WHERE t.token_hash = $1 AND ${isAlive('t')}),
        session AS (UPDATE sessions SET expires_at = $4::timestamptz + interval '1 day' WHERE id = $3 AND expires_at < $4)
   INSERT INTO refresh_tokens (token_hash, session_id, expires_at) VALUES ($2, $3, $4)`,
);

/** Deletes `$1` sessions at most that ended 30 days ago or more, the oldest first, without those that others hold. */
export const DELETE_OLD_SESSIONS = statement(
  'sessions.delete-old',
  `DELETE FROM sessions WHERE id = ANY (ARRAY(
     SELECT id FROM sessions WHERE coalesce(ended_at, expires_at) < now() - interval '30 days'
      ORDER BY coalesce(ended_at, expires_at) LIMIT $1 FOR UPDATE SKIP LOCKED))`,
);
