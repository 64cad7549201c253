import { statement } from '../../common/database/index.js';

/** A key as admins see it. */
export interface KeyListRow {
  key_id: string;
  issued_at: Date;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
}

export const LIST_KEYS = statement(
  'application-keys.list',
  `SELECT id AS key_id, issued_at, last_used_at, expires_at, revoked_at FROM application_keys
    WHERE application_id = $1 AND id::text ILIKE $2 ORDER BY created_at DESC, id LIMIT $3 OFFSET $4`,
);

export const COUNT_KEYS = statement(
  'application-keys.count',
  'SELECT count(*) AS count FROM application_keys WHERE application_id = $1 AND id::text ILIKE $2',
);

/** Ends the other live keys after an overlap of `$3` seconds; one that ends earlier keeps its end. */
export const END_OTHER_KEYS = statement(
  'application-keys.end-others',
  `UPDATE application_keys SET expires_at = least(expires_at, now() + make_interval(secs => $3))
    WHERE application_id = $1 AND id <> $2 AND revoked_at IS NULL`,
);

/** When the last key that works ends: no row when there is none, a null end for never. */
export const FIND_LAST_END = statement(
  'application-keys.find-last-end',
  `SELECT expires_at FROM application_keys WHERE application_id = $1 AND revoked_at IS NULL
    ORDER BY expires_at DESC NULLS FIRST LIMIT 1`,
);
