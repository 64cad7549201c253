import { statement } from '../../common/database/index.js';
import type { Role } from '../../common/access/index.js';
import type { UserStatus } from './user.entity.js';

/** What signing in needs to know of a user. */
export interface Credentials {
  uid: number;
  username: string;
  password_hash: string;
  roles: Role[];
  status: UserStatus;
}

export const FIND_CREDENTIALS = statement(
  'users.find-credentials',
  `SELECT uid, username, password_hash, roles, status FROM users WHERE lower(username) = lower($1) OR lower(email) = lower($1)`,
);

/** Locked against changes until the transaction ends; several logins of one user do not wait for each other. */
export const HOLD_CREDENTIALS = statement(
  'users.hold-credentials',
  `SELECT uid FROM users WHERE uid = $1 AND password_hash = $2 AND status = 'active' FOR SHARE`,
);

/** The same for who shows something else than a password. */
export const HOLD_ACTIVE = statement(
  'users.hold-active',
  `SELECT uid, username, roles FROM users WHERE uid = $1 AND status = 'active' FOR SHARE`,
);

export const FIND_STATUS = statement('users.find-status', 'SELECT status FROM users WHERE uid = $1');

export const FIND_UID = statement('users.find-uid', 'SELECT uid FROM users WHERE lower(username) = lower($1)');

export const FIND_SPONSOR = statement(
  'users.find-sponsor',
  `SELECT uid FROM users WHERE lower(username) = lower($1) AND status = 'active' AND 'member' = ANY (roles)`,
);

/** Which of a username and an e-mail address (either may be null) are somebody else's than the user's with uid `$3`. */
export const FIND_TAKEN = statement(
  'users.find-taken',
  `SELECT coalesce(bool_or(lower(username) = lower($1)), false) AS username, coalesce(bool_or(lower(email) = lower($2)), false) AS email
     FROM users WHERE (lower(username) = lower($1) OR lower(email) = lower($2)) AND uid IS DISTINCT FROM $3`,
);

export const INSERT = statement(
  'users.insert',
  `INSERT INTO users (username, email, password_hash, first_name, last_name, country_code, sponsor_uid, roles)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING uid`,
);

/** A user as admins see it. */
export interface UserRow {
  uid: number;
  username: string;
  email: string;
  first_name: string;
  last_name: string;
  country_code: string | null;
  sponsor_uid: number | null;
  sponsor: string | null;
  roles: Role[];
  status: UserStatus;
  created_at: Date;
  updated_at: Date;
}

const SELECT_USERS = `
  SELECT u.uid, u.username, u.email, u.first_name, u.last_name, u.country_code, u.sponsor_uid, s.username AS sponsor, u.roles,
         u.status, u.created_at, u.updated_at
    FROM users u LEFT JOIN users s ON s.uid = u.sponsor_uid`;

export const FIND_USER = statement('users.find', `${SELECT_USERS} WHERE u.uid = $1`);

export const FIND_USER_BY_NAME = statement('users.find-by-name', `${SELECT_USERS} WHERE lower(u.username) = lower($1)`);

export const LOCK_USER = statement('users.lock', 'SELECT uid FROM users WHERE uid = $1 FOR UPDATE');

/** Locked in one order: two super admins that demote each other take turns. */
export const LOCK_SUPER_ADMINS = statement(
  'users.lock-super-admins',
  `SELECT uid FROM users WHERE 'super_admin' = ANY (roles) AND status = 'active' ORDER BY uid FOR UPDATE`,
);

export const COUNT_SUPER_ADMINS = statement(
  'users.count-super-admins',
  `SELECT count(*) AS count FROM users WHERE 'super_admin' = ANY (roles) AND status = 'active'`,
);

/** A null leaves the column as it is; `$6` says whether the country code changes, which may be cleared. */
export const UPDATE = statement(
  'users.update',
  `UPDATE users SET email = coalesce($2, email), password_hash = coalesce($3, password_hash), first_name = coalesce($4, first_name),
          last_name = coalesce($5, last_name), country_code = CASE WHEN $6 THEN $7 ELSE country_code END,
          roles = coalesce($8, roles), status = coalesce($9, status), updated_at = now()
    WHERE uid = $1`,
);

export const LIST_USERS = (where: string): string =>
  `${SELECT_USERS} WHERE ${where} ORDER BY u.created_at DESC, u.uid DESC`;

export const COUNT_USERS = (where: string): string => `SELECT count(*) AS count FROM users u WHERE ${where}`;
