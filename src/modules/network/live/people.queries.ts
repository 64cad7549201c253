import { statement } from '#common/database/index.js';

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

/** The usernames of the uids $1, as two lists in the same order, which are read sooner than a thousand rows. */
export const USERNAMES = statement(
  'live.usernames',
  `SELECT coalesce(json_agg(uid), '[]') AS uids, coalesce(json_agg(username), '[]') AS usernames
     FROM users WHERE uid = ANY ($1::bigint[])`,
);

/** The three volumes of a member's own rows, of the uid $1 from $2 to before $3. */
export const OWN_VOLUMES = statement(
  'live.own-volumes',
  `SELECT ARRAY[coalesce(sum(business_volume), 0), coalesce(sum(points), 0), coalesce(sum(cumulative_volume), 0)]::text[] AS volumes
     FROM volume_rows WHERE uid = $1 AND at >= $2 AND at < $3`,
);
