import { statement } from '../../../common/database/index.js';

/** What others in the network see of a person. */
export interface PersonRow {
  uid: number;
  username: string;
  name: string;
  country_code: string | null;
}

/** People, of the uids $1. */
export const PEOPLE = statement(
  'live.people',
  `SELECT uid, username, trim(concat(first_name, ' ', last_name)) AS name, country_code
     FROM users WHERE uid = ANY ($1::bigint[])`,
);

/** A member's personal volume, of the uid $1 from $2 to before $3. */
export const PERSONAL_VOLUME = statement(
  'live.personal-volume',
  `SELECT coalesce(sum(points), 0) AS volume FROM volume_rows WHERE uid = $1 AND at >= $2 AND at < $3`,
);
