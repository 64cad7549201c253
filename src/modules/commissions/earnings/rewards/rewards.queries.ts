import { statement } from '#common/database/index.js';

/** Locks the key `$2` of the reward `$1`: one transaction at a time posts or reverses it. */
export const LOCK_KEY = statement(
  'rewards.lock-key',
  `SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'reward', $1::text, $2::text), 0))`,
);

/** A member whom a posting names; `kind` is null for users who are no members or were erased: nobody could pay them. */
export interface PaidRow {
  readonly uid: number;
  readonly username: string | null;
  readonly kind: string | null;
  readonly status: string | null;
}

/** The members `$1`, and whoever else has these uids. */
export const MEMBERS = statement(
  'rewards.members',
  `SELECT g.uid, u.username, CASE WHEN u.erased_at IS NULL THEN s.kind END AS kind, s.status FROM unnest($1::bigint[]) AS g (uid)
     LEFT JOIN users u ON u.uid = g.uid
     LEFT JOIN network_states s ON s.uid = g.uid AND s.to_at IS NULL`,
);

/** The entries with the key `$2` of the reward `$1`: posted, and taken back. */
export const POSTED = statement(
  'rewards.posted',
  `SELECT e.id, e.uid, u.username, e.kind, e.amount::text AS amount FROM earnings e JOIN users u ON u.uid = e.uid
    WHERE e.reward = $1 AND e.reward_key = $2 ORDER BY e.uid, e.id`,
);

/** A row of {@link POSTED}. */
export interface PostedRow {
  readonly id: number;
  readonly uid: number;
  readonly username: string;
  readonly kind: 'reward' | 'reward_reversed';
  readonly amount: string;
}

/** Posts the amounts `$4` to the members `$3` with the key `$2` of the reward `$1`, payable in `$5` days; reason `$6`, posted by `$7`. */
export const POST = statement(
  'rewards.post',
  `INSERT INTO earnings (uid, kind, amount, payable_at, reward, reward_key, reason, by_uid)
   SELECT g.uid, 'reward', g.amount, statement_timestamp() + make_interval(days => $5::integer), $1, $2, $6, $7
     FROM unnest($3::bigint[], $4::numeric[]) AS g (uid, amount) ORDER BY g.uid`,
);

/** Takes back all that was posted with the key `$2` of the reward `$1`, payable at once; reason `$3`, reversed by `$4`. */
export const REVERSE = statement(
  'rewards.reverse',
  `INSERT INTO earnings (uid, kind, amount, payable_at, reward, reward_key, reason, by_uid)
   SELECT e.uid, 'reward_reversed', -e.amount, statement_timestamp(), e.reward, e.reward_key, $3, $4
     FROM earnings e WHERE e.reward = $1 AND e.reward_key = $2 AND e.kind = 'reward' ORDER BY e.uid`,
);
