import { statement } from '../../common/database/index.js';
import type { Platform } from './encryption-key.entity.js';

/** A key of an application. */
export interface EncryptionKeyRow {
  kid: string;
  platform: Platform;
  key: Buffer;
  created_at: Date;
  retired_at: Date | null;
}

const COLUMNS = 'kid, platform, key, created_at, retired_at';
const LIVE = '(retired_at IS NULL OR retired_at > now())';

/** Keys of an application, newest first; `$2` is part of a kid, `$3` whether live ones or retired ones, null for both. */
export const LIST_KEYS = statement(
  'encryption-keys.list',
  `SELECT ${COLUMNS} FROM encryption_keys
    WHERE application_id = $1 AND kid::text ILIKE $2 AND ($3::boolean IS NULL OR ${LIVE} = $3)
    ORDER BY created_at DESC, kid DESC LIMIT $4 OFFSET $5`,
);

export const COUNT_KEYS = statement(
  'encryption-keys.count',
  `SELECT count(*) AS count FROM encryption_keys
    WHERE application_id = $1 AND kid::text ILIKE $2 AND ($3::boolean IS NULL OR ${LIVE} = $3)`,
);

/** The keys of an application that are not retired, newest first. */
export const LIVE_KEYS = statement(
  'encryption-keys.live',
  `SELECT ${COLUMNS} FROM encryption_keys WHERE application_id = $1 AND ${LIVE} ORDER BY created_at DESC, kid DESC`,
);

export const FIND_KEY = statement(
  'encryption-keys.find',
  `SELECT ${COLUMNS} FROM encryption_keys WHERE application_id = $1 AND kid = $2`,
);

export const INSERT_KEY = statement(
  'encryption-keys.insert',
  `INSERT INTO encryption_keys (kid, application_id, platform, key) VALUES ($1, $2, $3, $4) RETURNING ${COLUMNS}`,
);

/** Retires the live keys of a platform after `$3` seconds; one that retires earlier keeps its end. */
export const RETIRE_PLATFORM = statement(
  'encryption-keys.retire-platform',
  `UPDATE encryption_keys SET retired_at = least(retired_at, now() + make_interval(secs => $3))
    WHERE application_id = $1 AND platform = $2 AND ${LIVE}`,
);

/** Retires a live key now; no row when it has been retired. */
export const RETIRE_KEY = statement(
  'encryption-keys.retire',
  `UPDATE encryption_keys SET retired_at = now() WHERE application_id = $1 AND kid = $2 AND ${LIVE} RETURNING ${COLUMNS}`,
);
