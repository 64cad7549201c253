import { statement } from '#common/database/index.js';

/** Whether $1 is after now, and since when the members $2 and $3 have been there (null: it asks for no parent). */
export const PAST = statement(
  'network.past',
  `SELECT $1::timestamptz > clock_timestamp() AS "isFuture",
          (SELECT max(enrolled_at) FROM network_members WHERE uid IN ($2::bigint, $3::bigint)) AS "enrolledAt"`,
);

/**
 * Whether $2, or somebody above it in the tree $1 at any instant since $4 and before $5, is $3: each step up keeps the time during which all
 * steps below it held.
 */
export const WAS_WITHIN = statement(
  'network.was-within',
  `WITH RECURSIVE up AS (
     SELECT $2::bigint AS uid, $4::timestamptz AS since, $5::timestamptz AS until
     UNION ALL
     SELECT e.parent_uid, greatest(up.since, e.from_at), least(up.until, coalesce(e.to_at, 'infinity'))
       FROM up JOIN network_edges e ON e.uid = up.uid AND e.tree = $1
      WHERE up.uid <> $3 AND e.parent_uid IS NOT NULL
        AND greatest(up.since, e.from_at) < least(up.until, coalesce(e.to_at, 'infinity'))
   )
   SELECT EXISTS (SELECT FROM up WHERE uid = $3) AS "isWithin"`,
);

/** Whether somebody but $3 stood in leg $2 of $1 at any instant since $4 and before $5. */
export const WAS_TAKEN = statement(
  'network.was-taken',
  `SELECT EXISTS (
     SELECT FROM network_edges WHERE tree = 'placement' AND parent_uid = $1 AND leg = $2 AND uid <> $3
        AND coalesce(to_at, 'infinity') > greatest(from_at, $4::timestamptz) AND from_at < $5::timestamptz
   ) AS "isTaken"`,
);

/** Of the member $1 and the parent $2 all the time since $3: what they were. Without a parent, its answers are true. */
export const WERE = statement(
  'network.were',
  `WITH states AS (
     SELECT uid, kind, tstzrange(greatest(from_at, $3::timestamptz), to_at) AS held FROM network_states
      WHERE uid IN ($1::bigint, $2::bigint) AND coalesce(to_at, 'infinity') > greatest(from_at, $3::timestamptz)
   ), distributors AS (
     SELECT uid, range_agg(held) AS held FROM states WHERE kind = 'distributor' GROUP BY uid
   ), parent AS (
     SELECT range_agg(tstzrange(greatest(from_at, $3::timestamptz), to_at)) AS placed FROM network_edges
      WHERE tree = 'placement' AND uid = $2 AND coalesce(to_at, 'infinity') > greatest(from_at, $3::timestamptz)
   )
   SELECT coalesce((SELECT held @> tstzrange($3, NULL) FROM distributors WHERE uid = $1), false) AS "isDistributor",
          $2::bigint IS NULL OR coalesce((SELECT placed @> tstzrange($3, NULL) FROM parent), false) AS "isParentPlaced",
          $2::bigint IS NULL OR coalesce((SELECT held FROM distributors WHERE uid = $2), '{}')
            @> coalesce((SELECT held FROM distributors WHERE uid = $1), '{}') AS "canSponsor"`,
);

/** Where $2 stood in the tree $1 since $3, oldest first. */
export const POSITIONS_SINCE = statement(
  'network.positions-since',
  `SELECT id, parent_uid, leg, from_at AS "from", to_at AS "to" FROM network_edges
    WHERE tree = $1 AND uid = $2 AND coalesce(to_at, 'infinity') > greatest(from_at, $3::timestamptz) ORDER BY from_at`,
);

/**
 * Ends the edges of $2 in the tree $1 at $3: those that began later never held. They stay as rows, for who follows the ids.
 */
export const SUPERSEDE = statement(
  'network.supersede',
  `UPDATE network_edges SET to_at = greatest(from_at, $3::timestamptz)
    WHERE tree = $1 AND uid = $2 AND coalesce(to_at, 'infinity') > greatest(from_at, $3::timestamptz)`,
);

/** The edge $1, if it holds for any time. */
export const FIND_EDGE = statement(
  'network.find-edge',
  'SELECT to_at AS "to" FROM network_edges WHERE id = $1 AND (to_at IS NULL OR to_at > from_at)',
);

/** Has the edge $1 hold until $2 again; before it begins: at no time. It stays as a row, for who follows the ids. */
export const END_AGAIN = statement(
  'network.end-again',
  `UPDATE network_edges SET to_at = greatest(from_at, $2::timestamptz) WHERE id = $1`,
);

/** Writes the edge $1 again, to hold from $2 until $3. */
export const REWRITE_EDGE = statement(
  'network.rewrite-edge',
  `INSERT INTO network_edges (tree, uid, parent_uid, leg, from_at, to_at, by_uid, reason)
   SELECT tree, uid, parent_uid, leg, $2, $3, by_uid, reason FROM network_edges WHERE id = $1`,
);
