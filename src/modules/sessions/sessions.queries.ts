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

export const INSERT_SESSION = statement(
  'sessions.insert',
  `INSERT INTO sessions (id, uid, application_id, sign_on_id, refresh_seed, expires_at, ip) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Ends sessions and returns those that were alive. */
export const END_SESSION = statement(
  'sessions.end',
  `UPDATE sessions SET ended_at = now(), end_reason = $2 WHERE id = $1 AND ended_at IS NULL RETURNING id, uid, application_id`,
);

export const END_SESSIONS_OF_USER = statement(
  'sessions.end-of-user',
  `UPDATE sessions SET ended_at = now(), end_reason = $2 WHERE uid = $1 AND ended_at IS NULL RETURNING id, uid, application_id`,
);

export const END_SESSIONS_OF_APPLICATION = statement(
  'sessions.end-of-application',
  `UPDATE sessions SET ended_at = now(), end_reason = $2 WHERE application_id = $1 AND ended_at IS NULL RETURNING id, uid, application_id`,
);

export const EXTEND_SESSION = statement('sessions.extend', 'UPDATE sessions SET expires_at = $2 WHERE id = $1');

/** A refresh token with its session, both locked. */
export interface RefreshRow {
  session_id: string;
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

// The session is locked first and by itself: every refresh of one family takes its turn.
export const LOCK_FAMILY = statement(
  'refresh-tokens.lock-family',
  `SELECT s.id FROM sessions s
    WHERE s.id = (SELECT session_id FROM refresh_tokens WHERE token_hash = $1) AND s.application_id = $2 FOR UPDATE`,
);

export const FIND_REFRESH_TOKEN = statement(
  'refresh-tokens.find',
  `SELECT t.session_id, t.expires_at, t.used_at, t.successor_hash, s.refresh_seed, s.ended_at, u.uid, u.username, u.roles,
          u.status, n.used_at AS successor_used_at
     FROM refresh_tokens t
     JOIN sessions s ON s.id = t.session_id
     JOIN users u ON u.uid = s.uid
     LEFT JOIN refresh_tokens n ON n.token_hash = t.successor_hash
    WHERE t.token_hash = $1`,
);

export const INSERT_REFRESH_TOKEN = statement(
  'refresh-tokens.insert',
  'INSERT INTO refresh_tokens (token_hash, session_id, expires_at) VALUES ($1, $2, $3)',
);

export const USE_REFRESH_TOKEN = statement(
  'refresh-tokens.use',
  'UPDATE refresh_tokens SET used_at = now(), successor_hash = $2 WHERE token_hash = $1',
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
