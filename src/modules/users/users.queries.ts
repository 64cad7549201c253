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

export const EXISTS = statement('users.exists', 'SELECT 1 AS found FROM users WHERE uid = $1');

export const FIND_UID = statement('users.find-uid', 'SELECT uid FROM users WHERE lower(username) = lower($1)');

export const INSERT = statement(
  'users.insert',
  `INSERT INTO users (username, email, password_hash, first_name, last_name, country_code, sponsor_uid, roles)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING uid`,
);
