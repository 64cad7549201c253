import { ADVISORY_LOCK_FAMILIES } from '#common/database/advisory-locks.js';
import { statement } from '#common/database/index.js';
import { NOW } from '../members.queries.js';

/** The first key of the locks of places; the second is a hash of the place, so that two may rarely share one. */
const PLACE_LOCKS = ADVISORY_LOCK_FAMILIES.places;
const KEY = (parent: string, leg: string): string => `${PLACE_LOCKS}, hashint8(${parent} * 128 + ${leg})`;

/**
 * Who stands below the members `$1`, as far as they are placed; a member without anybody has one row without child. `OFFSET 0`
 * keeps each look-up one by the index: on tables that are new the planner would rather read all of them, and keep that plan.
 */
export const CHILDREN = statement(
  'network.placed-children',
  `SELECT w.uid, c.leg, c.uid AS child, s.is_terminated AS "isTerminated"
     FROM unnest($1::bigint[]) AS w (uid)
    CROSS JOIN LATERAL (
      SELECT FROM network_edges WHERE tree = 'placement' AND uid = w.uid AND to_at IS NULL OFFSET 0
    ) AS p
     LEFT JOIN LATERAL (
      SELECT leg, uid FROM network_edges WHERE tree = 'placement' AND parent_uid = w.uid AND to_at IS NULL OFFSET 0
    ) AS c ON TRUE
     LEFT JOIN LATERAL (
      SELECT status = 'terminated' AS is_terminated FROM network_states WHERE uid = c.uid AND to_at IS NULL OFFSET 0
    ) AS s ON TRUE`,
);

/**
 * The way down from `$1` by the outermost open legs: from leg `$2` to leg `$3` by `$4` (1 or -1), past the closed members `$5`,
 * `$6` members at most. The end is where that leg is free, or none is open.
 */
export const WAY = statement(
  'network.way-down',
  `WITH RECURSIVE way AS (
     SELECT $1::bigint AS uid, 0 AS steps
     UNION ALL
     SELECT next.uid, w.steps + 1
       FROM way w CROSS JOIN LATERAL (
         SELECT c.uid
           FROM generate_series($2::int, $3::int, $4::int) AS l (leg)
           LEFT JOIN network_edges c ON c.tree = 'placement' AND c.parent_uid = w.uid AND c.leg = l.leg AND c.to_at IS NULL
           LEFT JOIN network_states s ON s.uid = c.uid AND s.to_at IS NULL
          WHERE c.uid IS NULL OR s.status <> 'terminated' AND c.uid <> ALL ($5::bigint[])
          ORDER BY l.leg * $4::int
          LIMIT 1
       ) AS next
      WHERE w.steps < $6::int AND next.uid IS NOT NULL
   )
   SELECT uid FROM way WHERE steps > 0 ORDER BY steps`,
);

/** Waits until nobody else is about to take the place in leg `$2` of `$1`. */
export const AWAIT_PLACE = statement(
  'network.await-place',
  `SELECT pg_advisory_xact_lock(${KEY('$1::bigint', '$2::int')})`,
);

/** The first of the places (parents `$1`, legs `$2`) that nobody else is about to take, and takes hold of it. */
export const HOLD_FIRST = statement(
  'network.hold-first-place',
  `SELECT w.parent AS "parentUid", w.leg FROM unnest($1::bigint[], $2::int[]) AS w (parent, leg)
    WHERE pg_try_advisory_xact_lock(${KEY('w.parent', 'w.leg')}) LIMIT 1`,
);

/** Holds member `$1` against a change of status, together with others who do. */
export const HOLD_MEMBER = statement('network.hold-member', `SELECT FROM network_members WHERE uid = $1 FOR KEY SHARE`);

/** Places `$1` in leg `$3` of `$2`, if that is free and its member may get new ones; `$4` who did it, `$5` why. */
export const PLACE = statement(
  'network.place',
  `INSERT INTO network_edges (tree, uid, parent_uid, leg, from_at, by_uid, reason)
   SELECT 'placement', $1, $2, $3, ${NOW}, $4, $5
    WHERE EXISTS (SELECT FROM network_states WHERE uid = $2 AND to_at IS NULL AND status <> 'terminated')
      AND EXISTS (SELECT FROM network_edges WHERE tree = 'placement' AND uid = $2 AND to_at IS NULL)
   ON CONFLICT DO NOTHING
   RETURNING from_at AS at`,
);

/** Makes `$1` a root of the placement tree; `$2` who did it. */
export const PLACE_ROOT = statement(
  'network.place-root',
  `INSERT INTO network_edges (tree, uid, from_at, by_uid)
   VALUES ('placement', $1, ${NOW}, $2)
   RETURNING from_at AS at`,
);

/** Whether `$2` is `$3`, or stands below it in the tree `$1`. */
export const IS_WITHIN = statement(
  'network.is-within',
  `WITH RECURSIVE up AS (
     SELECT $2::bigint AS uid
     UNION ALL
     SELECT e.parent_uid FROM up JOIN network_edges e ON e.tree = $1 AND e.uid = up.uid AND e.to_at IS NULL
      WHERE up.uid <> $3 AND e.parent_uid IS NOT NULL
   )
   SELECT EXISTS (SELECT FROM up WHERE uid = $3) AS "isWithin"`,
);

/** How many the member `$2` and all below are in the tree `$1`. */
export const COUNT_PART = statement(
  'network.count-part',
  `WITH RECURSIVE below AS (
     SELECT $2::bigint AS uid
     UNION ALL
     SELECT e.uid FROM below b JOIN network_edges e ON e.tree = $1 AND e.parent_uid = b.uid AND e.to_at IS NULL
   )
   SELECT count(*) AS members FROM below`,
);

/** What member `$1` is at present. */
export const STANDING = statement(
  'network.standing',
  `SELECT s.uid, s.kind, s.status, EXISTS (
            SELECT FROM network_edges e WHERE e.tree = 'placement' AND e.uid = s.uid AND e.to_at IS NULL
          ) AS "isPlaced"
     FROM network_states s WHERE s.uid = $1 AND s.to_at IS NULL`,
);
