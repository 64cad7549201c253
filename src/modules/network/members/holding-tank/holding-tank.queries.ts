import { statement } from '#common/database/index.js';

/** Distributors `s` that are not placed, though there is a placement tree; `n` the settings, `m` the member. */
const WAITING = `network_states s
     JOIN network_members m ON m.uid = s.uid
     JOIN network_settings n ON n.placement <> 'none'
    WHERE s.to_at IS NULL AND s.kind = 'distributor' AND s.status <> 'terminated'
      AND NOT EXISTS (SELECT FROM network_edges p WHERE p.tree = 'placement' AND p.uid = s.uid AND p.to_at IS NULL)`;

/** When the service places somebody: the days count from the enrolment, the last change of the state or the beginning of the tree. */
const PLACED_AT_LATEST = `greatest(m.enrolled_at, s.from_at, n.placement_since) + make_interval(days => n.holding_days)`;

const SPONSORED = `s.uid IN (SELECT e.uid FROM network_edges e WHERE e.tree = 'sponsor' AND e.parent_uid = $1 AND e.to_at IS NULL)`;

/** A page of the distributors who wait below the sponsor `$1`, who has waited longest first; `$2` limit, `$3` offset. */
export const LIST_WAITING = statement(
  'network.list-waiting',
  `SELECT w.*, u.username, u.first_name, u.last_name, u.country_code
     FROM (SELECT s.uid, m.enrolled_at, ${PLACED_AT_LATEST} AS placed_at_latest FROM ${WAITING} AND ${SPONSORED}
            ORDER BY placed_at_latest, s.uid LIMIT $2 OFFSET $3) AS w
     JOIN users u ON u.uid = w.uid
    ORDER BY w.placed_at_latest, w.uid`,
);

/** How many wait below the sponsor `$1`. */
export const COUNT_WAITING = statement(
  'network.count-waiting',
  `SELECT count(*) AS count FROM ${WAITING} AND ${SPONSORED}`,
);

/** Whether `$2` waits below the sponsor `$1`. */
export const IS_WAITING = statement(
  'network.is-waiting',
  `SELECT EXISTS (SELECT FROM ${WAITING} AND ${SPONSORED} AND s.uid = $2) AS "isWaiting"`,
);

/** Those of the members `$1` who have waited long enough, in the order of their enrolment. */
export const FIND_OVERDUE = statement(
  'network.find-overdue',
  `SELECT s.uid FROM ${WAITING} AND ${PLACED_AT_LATEST} <= now() AND s.uid = ANY ($1::bigint[])
    ORDER BY m.enrolled_at, s.uid`,
);

/** The nearest above `$1` in the sponsor tree who is placed and not terminated. */
export const FIND_PLACED_ABOVE = statement(
  'network.find-placed-above',
  `WITH RECURSIVE up AS (
     SELECT $1::bigint AS uid, FALSE AS found
     UNION ALL
     SELECT e.parent_uid,
            EXISTS (SELECT FROM network_edges p WHERE p.tree = 'placement' AND p.uid = e.parent_uid AND p.to_at IS NULL)
              AND EXISTS (SELECT FROM network_states s WHERE s.uid = e.parent_uid AND s.to_at IS NULL AND s.status <> 'terminated')
       FROM up JOIN network_edges e ON e.tree = 'sponsor' AND e.uid = up.uid AND e.to_at IS NULL
      WHERE NOT up.found AND e.parent_uid IS NOT NULL
   )
   SELECT uid FROM up WHERE found`,
);

// Apart from the job's and the sponsors' queries: who waits anywhere is found in memory, and these read one page of it.

/** Those of the members `$1` who do wait, in this order. */
export const READ_WAITING = statement(
  'network.read-waiting',
  `SELECT w.*, u.username, u.first_name, u.last_name, u.country_code, e.parent_uid AS sponsor_uid, b.username AS sponsor
     FROM (SELECT s.uid, m.enrolled_at, ${PLACED_AT_LATEST} AS placed_at_latest
             FROM ${WAITING} AND s.uid = ANY ($1::bigint[])) AS w
     JOIN users u ON u.uid = w.uid
     LEFT JOIN network_edges e ON e.tree = 'sponsor' AND e.uid = w.uid AND e.to_at IS NULL
     LEFT JOIN users b ON b.uid = e.parent_uid
    ORDER BY array_position($1::bigint[], w.uid)`,
);
