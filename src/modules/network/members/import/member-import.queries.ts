import { statement } from '#common/database/index.js';
import { insertImportedUsers, IS_TAKEN, NEXT_UID } from '#people/users/index.js';
import { MAX_REFUSED } from '#platform/imports/index.js';
import { IS_CUSTOMER } from '../members.rules.js';

/** Names of the file, each by its first row. */
const NAMES = `CREATE TEMP TABLE import_names ON COMMIT DROP AS
  SELECT DISTINCT ON (lower(username)) lower(username) AS name, number, line FROM import_rows ORDER BY lower(username), number`;

/** Rows with whom they refer to: a row of the file, or a member, in whose leg somebody may have stood before. */
const MEMBERS = `CREATE TEMP TABLE import_members ON COMMIT DROP AS
  SELECT r.*, s.number AS sponsor_number, sm.uid AS sponsor_uid, p.number AS parent_number, pm.uid AS parent_uid, f.free_since
    FROM import_rows r
    LEFT JOIN import_names s ON s.name = lower(r.sponsor)
    LEFT JOIN users su ON lower(su.username) = lower(r.sponsor) AND s.number IS NULL
    LEFT JOIN network_members sm ON sm.uid = su.uid
    LEFT JOIN import_names p ON p.name = lower(r.placement_parent)
    LEFT JOIN users pu ON lower(pu.username) = lower(r.placement_parent) AND p.number IS NULL
    LEFT JOIN network_members pm ON pm.uid = pu.uid
    LEFT JOIN (SELECT parent_uid, leg, max(to_at) AS free_since FROM network_edges
                WHERE tree = 'placement' AND to_at IS NOT NULL GROUP BY parent_uid, leg) AS f
      ON f.parent_uid = pm.uid AND f.leg = r.placement_leg`;

/**
 * Members with new ones placed below them, and all above them. `OFFSET 0` keeps each step one look-up by the index, whatever
 * the planner thinks of tables that are new.
 */
const UPLINES = `CREATE TEMP TABLE import_uplines ON COMMIT DROP AS
  WITH RECURSIVE up AS (
    SELECT DISTINCT parent_uid AS uid FROM import_members WHERE parent_uid IS NOT NULL
    UNION
    SELECT above.uid FROM up CROSS JOIN LATERAL (
      SELECT parent_uid AS uid FROM network_edges WHERE tree = 'placement' AND uid = up.uid AND to_at IS NULL OFFSET 0
    ) AS above WHERE above.uid IS NOT NULL
  )
  SELECT up.uid, (SELECT count(*) FROM import_rows) + row_number() OVER () AS number, e.parent_uid, e.uid IS NOT NULL AS is_placed,
         (SELECT min(from_at) FROM network_edges WHERE tree = 'placement' AND uid = up.uid) AS since
    FROM up LEFT JOIN LATERAL (
      SELECT uid, parent_uid FROM network_edges WHERE tree = 'placement' AND uid = up.uid AND to_at IS NULL OFFSET 0
    ) AS e ON TRUE`;

/** Finds out whom the rows refer to. */
export const RESOLVE: readonly string[] = [
  NAMES,
  'ANALYZE import_names',
  MEMBERS,
  'CREATE UNIQUE INDEX ON import_members (number)',
  'ANALYZE import_members',
  UPLINES,
  'CREATE UNIQUE INDEX ON import_uplines (number)',
  'CREATE UNIQUE INDEX ON import_uplines (uid)',
  'ANALYZE import_uplines',
];

const TOLD_AT = `to_char(came.enrolled_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/**
 * The first of the refused rows, but for what depends on the shape of the trees; `$1` the placement tree, `$2` its width. A row
 * that is refused already has a username and nothing else.
 */
export const FIND_REFUSED = statement(
  'member-import.find-refused',
  `SELECT line, field, message FROM (
     SELECT r.line, 'username' AS field, 'is in line ' || n.line || ' too' AS message
       FROM import_rows r JOIN import_names n ON n.name = lower(r.username) AND n.number < r.number
     UNION ALL SELECT r.line, 'username', '${IS_TAKEN.message}'
       FROM import_rows r JOIN users u ON lower(u.username) = lower(r.username)
     UNION ALL SELECT line, 'email', 'is in line ' || first || ' too' FROM (
       SELECT line, min(line) OVER (PARTITION BY lower(email)) AS first FROM import_rows WHERE email IS NOT NULL) AS r
      WHERE line > first
     UNION ALL SELECT r.line, 'email', '${IS_TAKEN.message}'
       FROM import_rows r JOIN users u ON lower(u.email) = lower(r.email)
     UNION ALL SELECT line, 'enrolled_at', 'must not be in the future'
       FROM import_rows WHERE enrolled_at > clock_timestamp()
     UNION ALL SELECT line, 'sponsor', 'is neither a member nor in the file'
       FROM import_members WHERE sponsor IS NOT NULL AND sponsor_number IS NULL AND sponsor_uid IS NULL
     UNION ALL SELECT m.line, 'sponsor', '${IS_CUSTOMER}'
       FROM import_members m LEFT JOIN import_rows s ON s.number = m.sponsor_number
       LEFT JOIN network_states t ON t.uid = m.sponsor_uid AND t.to_at IS NULL
      WHERE m.kind = 'distributor' AND coalesce(s.kind, t.kind) <> 'distributor'
     UNION ALL SELECT m.line, 'sponsor', 'came later than this member, at ' || ${TOLD_AT}
       FROM import_members m LEFT JOIN import_rows s ON s.number = m.sponsor_number
       LEFT JOIN network_members t ON t.uid = m.sponsor_uid
       CROSS JOIN LATERAL (SELECT coalesce(s.enrolled_at, t.enrolled_at) AS enrolled_at) AS came
      WHERE came.enrolled_at > m.enrolled_at
     UNION ALL SELECT line, 'placement_parent', 'is not possible: the network has no placement tree'
       FROM import_members WHERE placement_parent IS NOT NULL AND $1::text = 'none'
     UNION ALL SELECT line, 'placement_parent', 'is neither a member nor in the file'
       FROM import_members WHERE placement_parent IS NOT NULL AND parent_number IS NULL AND parent_uid IS NULL AND $1::text <> 'none'
     UNION ALL SELECT line, 'placement_leg', 'must be between 1 and ' || $2::integer
       FROM import_members WHERE placement_leg > $2::integer AND $1::text <> 'none'
     UNION ALL SELECT m.line, 'placement_leg', 'is taken'
       FROM import_members m JOIN network_edges e
         ON e.tree = 'placement' AND e.parent_uid = m.parent_uid AND e.leg = m.placement_leg AND e.to_at IS NULL
     UNION ALL SELECT line, 'placement_leg', 'is taken by line ' || first FROM (
       SELECT line, min(line) OVER (PARTITION BY parent_number, parent_uid, placement_leg) AS first FROM import_members
        WHERE parent_number IS NOT NULL OR parent_uid IS NOT NULL) AS m
      WHERE line > first
   ) AS refused
   ORDER BY line LIMIT ${2 * MAX_REFUSED}`,
);

/** How many rows there are, and how many members stand above them. */
export const SIZES = statement(
  'member-import.sizes',
  `SELECT (SELECT count(*) FROM import_rows) AS rows, (SELECT count(*) FROM import_uplines) AS uplines`,
);

/**
 * Rows `$1` to `$2` in binary: number, sponsor and parent. A sponsor is a node, 0 for none or one that is not known, -1 for one
 * who stands above nobody of the file. A parent is a node, or what {@link TOP} says.
 */
export const READ_ROWS = statement(
  'member-import.read-rows',
  `SELECT string_agg(int4send(m.number) || int4send((CASE
            WHEN m.sponsor_number IS NOT NULL THEN m.sponsor_number
            WHEN m.sponsor_uid IS NULL THEN 0
            ELSE coalesce(s.number, -1) END)::integer) || int4send((CASE
            WHEN m.parent_number IS NOT NULL THEN m.parent_number
            WHEN p.number IS NOT NULL THEN p.number
            WHEN m.is_refused OR m.placement_parent IS NOT NULL THEN -2
            WHEN m.kind = 'distributor' AND m.sponsor IS NULL THEN -1
            ELSE 0 END)::integer), ''::bytea) AS bytes
     FROM import_members m LEFT JOIN import_uplines s ON s.uid = m.sponsor_uid LEFT JOIN import_uplines p ON p.uid = m.parent_uid
    WHERE m.number BETWEEN $1 AND $2`,
);

/** The same of members who were there before. */
export const READ_UPLINES = statement(
  'member-import.read-uplines',
  `SELECT string_agg(int4send(u.number::integer) || int4send(0) || int4send((CASE
            WHEN NOT u.is_placed THEN 0 WHEN u.parent_uid IS NULL THEN -1 ELSE p.number END)::integer), ''::bytea) AS bytes
     FROM import_uplines u LEFT JOIN import_uplines p ON p.uid = u.parent_uid
    WHERE u.number BETWEEN $1 AND $2`,
);

/** Roots of the placement forest, in the place of a parent. */
export const TOP = { notPlaced: 0, root: -1, unknown: -2 } as const;

/** Since when the nodes `$1` to `$2` can be placed, in binary: number, milliseconds. */
export const READ_TIMES = statement(
  'member-import.read-times',
  `SELECT string_agg(int4send(number::integer) || float8send(floor(extract(epoch FROM at) * 1000)), ''::bytea) AS bytes FROM (
     SELECT number, greatest(enrolled_at, free_since) AS at FROM import_members WHERE number BETWEEN $1 AND $2
     UNION ALL SELECT number, since FROM import_uplines WHERE number BETWEEN $1 AND $2 AND since IS NOT NULL) AS nodes`,
);

/** The lines of the rows `$1`. */
export const LINES = statement(
  'member-import.lines',
  `SELECT number, line FROM import_rows WHERE number = ANY ($1::integer[])`,
);

/** For rows whose place holds later than they came. */
export const LATER = 'CREATE TEMP TABLE import_later (number integer NOT NULL, at timestamptz NOT NULL) ON COMMIT DROP';

/** Rows `$1` are placed from `$2` on, in milliseconds. */
export const ADD_LATER = statement(
  'member-import.add-later',
  `INSERT INTO import_later SELECT number, to_timestamp(ms / 1000) FROM unnest($1::integer[], $2::float8[]) AS later (number, ms)`,
);

/** Uids, in the order of enrolment. */
const UIDS = `CREATE TEMP TABLE import_uids ON COMMIT DROP AS
  SELECT number, ${NEXT_UID} AS uid FROM (SELECT number FROM import_rows ORDER BY enrolled_at, number) AS rows`;

/** Where the new members stand. */
const POSITIONS = `CREATE TEMP TABLE import_positions ON COMMIT DROP AS
  SELECT i.uid, m.number, m.kind, m.status, m.enrolled_at, m.title_rank, m.member_fields, m.placement_leg AS leg, coalesce(l.at, greatest(m.enrolled_at, m.free_since)) AS placed_at,
         coalesce(s.uid, m.sponsor_uid) AS sponsor_uid, m.sponsor_uid IS NULL AS is_sponsor_new,
         coalesce(p.uid, m.parent_uid) AS parent_uid, m.parent_uid IS NULL AS is_parent_new
    FROM import_uids i JOIN import_members m ON m.number = i.number
    LEFT JOIN import_uids s ON s.number = m.sponsor_number
    LEFT JOIN import_uids p ON p.number = m.parent_number
    LEFT JOIN import_later l ON l.number = m.number
   ORDER BY i.uid`;

export const GIVE_UIDS: readonly string[] = [
  UIDS,
  'ANALYZE import_uids',
  'ANALYZE import_later',
  POSITIONS,
  'ANALYZE import_positions',
];

export const WRITE_USERS = statement(
  'member-import.write-users',
  insertImportedUsers(
    `SELECT p.uid, r.username, r.email, r.first_name, r.last_name, r.country_code, p.sponsor_uid, r.user_fields
       FROM import_positions p JOIN import_rows r ON r.number = p.number ORDER BY p.uid`,
  ),
);

export const WRITE_MEMBERS = statement(
  'member-import.write-members',
  `INSERT INTO network_members (uid, enrolled_at, title_rank, custom_fields)
   SELECT uid, enrolled_at, title_rank, member_fields FROM import_positions`,
);

/** `$1` who imports. */
export const WRITE_STATES = statement(
  'member-import.write-states',
  `INSERT INTO network_states (uid, kind, status, from_at, by_uid) SELECT uid, kind, status, enrolled_at, $1 FROM import_positions`,
);

/** `$1` who imports, `$2` whether of those below new members and of roots, or below members who were there. */
export const WRITE_SPONSORS = statement(
  'member-import.write-sponsors',
  `INSERT INTO network_edges (tree, uid, parent_uid, from_at, by_uid)
   SELECT 'sponsor', uid, sponsor_uid, enrolled_at, $1 FROM import_positions WHERE is_sponsor_new = $2::boolean`,
);

/** As {@link WRITE_SPONSORS}; roots are who has no sponsor. */
export const WRITE_PLACES = statement(
  'member-import.write-places',
  `INSERT INTO network_edges (tree, uid, parent_uid, leg, from_at, by_uid)
   SELECT 'placement', uid, parent_uid, leg, placed_at, $1 FROM import_positions
    WHERE is_parent_new = $2::boolean AND (parent_uid IS NOT NULL OR (sponsor_uid IS NULL AND kind = 'distributor'))`,
);

/** Holds members that new ones come below, in one order, against a change of what they are. */
export const HOLD_ABOVE = statement(
  'member-import.hold-above',
  `SELECT FROM network_members WHERE uid IN (
     SELECT sponsor_uid FROM import_positions WHERE NOT is_sponsor_new
     UNION SELECT parent_uid FROM import_positions WHERE NOT is_parent_new) ORDER BY uid FOR KEY SHARE`,
);

/** Whether one of these was made a customer since the rows were validated, so that it sponsors no distributors, or has no place. */
export const HAS_LOST_STANDING = statement(
  'member-import.has-lost-standing',
  `SELECT EXISTS (
     SELECT FROM import_positions p JOIN network_states s ON s.uid = p.sponsor_uid AND s.to_at IS NULL
      WHERE NOT p.is_sponsor_new AND p.kind = 'distributor' AND s.kind <> 'distributor'
   ) OR EXISTS (
     SELECT FROM import_positions p WHERE NOT p.is_parent_new AND NOT EXISTS (
       SELECT FROM network_edges e WHERE e.tree = 'placement' AND e.uid = p.parent_uid AND e.to_at IS NULL)
   ) AS "hasLost"`,
);
