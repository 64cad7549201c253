import type { Role } from '../../common/access/index.js';
import { statement } from '../../common/database/index.js';

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
}

export const FIND_SESSION = statement(
  'sessions.find',
  `SELECT s.id, s.uid, s.application_id, s.ended_at, s.expires_at, u.username, u.roles, u.status
     FROM sessions s JOIN users u ON u.uid = s.uid WHERE s.id = $1`,
);

/** A session of the admin module: at no application, in a sign-on of its own. */
export const INSERT_ADMIN_SESSION = statement(
  'sessions.insert-admin',
  'INSERT INTO sessions (id, uid, sign_on_id, refresh_seed, expires_at, ip) VALUES ($1, $2, $1, $3, $4, $5)',
);

// The application is locked against being deleted, which ends only the sessions that there are.
/**
 * A session at an application (`$3`) in a sign-on (`$4`), with its first refresh token, whose hash is `$8`; nothing is
 * inserted when the application is deleted.
 */
export const INSERT_SESSION = statement(
  'sessions.insert',
  `WITH session AS (
     INSERT INTO sessions (id, uid, application_id, sign_on_id, refresh_seed, expires_at, ip)
     SELECT $1::uuid, $2::bigint, a.id, $4::uuid, $5::bytea, $6::timestamptz, $7::text
       FROM applications a WHERE a.id = $3 AND a.deleted_at IS NULL FOR KEY SHARE
     RETURNING id, expires_at
   )
   INSERT INTO refresh_tokens (token_hash, session_id, expires_at) SELECT $8::bytea, id, expires_at FROM session`,
);

/**
 * Whatever adds a session to a sign-on, and whatever ends all of it, takes turns by this lock, in a statement of its own:
 * no snapshot of an end holds a session that is just being added.
 */
const lockOf = (signOnId: string): string => `pg_advisory_xact_lock(hashtextextended(${signOnId}::text, 0))`;

export const LOCK_SIGN_ON = statement('sessions.lock-sign-on', `SELECT ${lockOf('$1')}`);

export const LOCK_SIGN_ON_OF_SESSION = statement(
  'sessions.lock-sign-on-of-session',
  `SELECT sign_on_id, ${lockOf('sign_on_id')} FROM sessions WHERE id = $1`,
);

/** Ends sessions and returns those that were alive. All ends lock in one order, so that no two wait for each other. */
const end = (which: string): string =>
  `UPDATE sessions SET ended_at = now(), end_reason = $2
    WHERE id IN (SELECT id FROM sessions WHERE ${which} AND ended_at IS NULL ORDER BY id FOR NO KEY UPDATE)
   RETURNING id, uid, application_id`;

export const END_SESSION = statement('sessions.end', end('id = $1'));

/** The session of a refresh token (its hash), if it is at the application. */
export const FIND_SESSION_OF_REFRESH_TOKEN = statement(
  'sessions.find-of-refresh-token',
  `SELECT s.id FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
    WHERE t.token_hash = $1 AND s.application_id = $2`,
);

export const FIND_SESSION_AT_APPLICATION = statement(
  'sessions.find-at-application',
  'SELECT id FROM sessions WHERE id = $1 AND application_id = $2',
);

export const END_SESSIONS_OF_USER = statement('sessions.end-of-user', end('uid = $1'));

export const END_SESSIONS_OF_APPLICATION = statement('sessions.end-of-application', end('application_id = $1'));

export const END_SESSIONS_OF_SIGN_ON = statement('sessions.end-of-sign-on', end('sign_on_id = $1'));

/** A refresh token with its session. */
export interface RefreshRow {
  session_id: string;
  sign_on_id: string;
  expires_at: Date;
  used_at: Date | null;
  successor_hash: Buffer | null;
  refresh_seed: Buffer;
  ended_at: Date | null;
  uid: number;
  username: string;
  roles: Role[];
  status: 'active' | 'inactive';
  successor_used_at: Date | null;
}

// Every refresh of one family takes its turn; one that finds a stolen token ends the whole sign-on, so that is what is locked.
export const LOCK_FAMILY = statement(
  'refresh-tokens.lock-family',
  `SELECT ${lockOf('s.sign_on_id')} FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
    WHERE t.token_hash = $1 AND s.application_id = $2`,
);

export const FIND_REFRESH_TOKEN = statement(
  'refresh-tokens.find',
  `SELECT t.session_id, s.sign_on_id, t.expires_at, t.used_at, t.successor_hash, s.refresh_seed, s.ended_at, u.uid, u.username,
          u.roles, u.status, n.used_at AS successor_used_at
     FROM refresh_tokens t
     JOIN sessions s ON s.id = t.session_id
     JOIN users u ON u.uid = s.uid
     LEFT JOIN refresh_tokens n ON n.token_hash = t.successor_hash
    WHERE t.token_hash = $1`,
);

/** Exchanges a refresh token (`$1`) for its successor (`$2`), and lets its session (`$3`) last until `$4`, as that does. */
export const EXCHANGE_REFRESH_TOKEN = statement(
  'refresh-tokens.exchange',
  `WITH used AS (UPDATE refresh_tokens SET used_at = now(), successor_hash = $2 WHERE token_hash = $1),
        session AS (UPDATE sessions SET expires_at = $4 WHERE id = $3)
   INSERT INTO refresh_tokens (token_hash, session_id, expires_at) VALUES ($2, $3, $4)`,
);

/** Sessions that ended or expired long ago; their refresh tokens go with them. */
export const FORGET_SESSIONS = statement(
  'sessions.forget',
  `DELETE FROM sessions WHERE coalesce(ended_at, expires_at) < now() - interval '30 days'`,
);

/** Refresh tokens past their end: a session that is renewed again and again would keep all it ever had. */
export const FORGET_REFRESH_TOKENS = statement(
  'refresh-tokens.forget',
  'DELETE FROM refresh_tokens WHERE expires_at < now()',
);
