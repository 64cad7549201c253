import { statement } from '#common/database/index.js';

/** SQL of the present instant, as the rows of the network have it. */
export const NOW = `date_trunc('milliseconds', clock_timestamp())`;

/** Locks the members `$1`, always in the same order. */
export const LOCK_MEMBERS = statement(
  'network.lock-members',
  `SELECT uid FROM network_members WHERE uid = ANY ($1::bigint[]) ORDER BY uid FOR UPDATE`,
);

/** Where `$2` stands in the tree `$1`. */
export const POSITION = statement(
  'network.position',
  `SELECT parent_uid, leg FROM network_edges WHERE tree = $1 AND uid = $2 AND to_at IS NULL`,
);

/** Ends the open edge of `$2` in the tree `$1`, at `$3` or now. */
export const END_EDGE = statement(
  'network.end-edge',
  `UPDATE network_edges SET to_at = greatest(from_at, coalesce($3, ${NOW})) WHERE tree = $1 AND uid = $2 AND to_at IS NULL
   RETURNING to_at AS at`,
);

/** Puts `$2` below `$3` in leg `$4` of the tree `$1`, from `$5` on, or now; `$6` who did it, `$7` why. Nothing when the place is taken. */
export const BEGIN_EDGE = statement(
  'network.begin-edge',
  `INSERT INTO network_edges (tree, uid, parent_uid, leg, from_at, by_uid, reason)
   VALUES ($1, $2, $3, $4, coalesce($5, ${NOW}), $6, $7)
   ON CONFLICT DO NOTHING
   RETURNING id, from_at AS at`,
);

/** Ends what `$1` is, and says that it is of kind `$2` and status `$3` from now on; `$4` who did it, `$5` why. */
export const CHANGE_STATE = statement(
  'network.change-state',
  `WITH ended AS (
     UPDATE network_states SET to_at = greatest(from_at, ${NOW}) WHERE uid = $1 AND to_at IS NULL RETURNING to_at
   )
   INSERT INTO network_states (uid, kind, status, from_at, by_uid, reason)
   SELECT $1, $2, $3, to_at, $4, $5 FROM ended
   RETURNING from_at AS at`,
);

/** How many members `$2` has below, and how many of them are distributors, one level down in the tree `$1`. */
export const COUNT_FRONTLINE = statement(
  'network.count-frontline',
  `SELECT count(*) AS members, count(*) FILTER (WHERE s.kind = 'distributor') AS distributors
     FROM network_edges e JOIN network_states s ON s.uid = e.uid AND s.to_at IS NULL
    WHERE e.tree = $1 AND e.parent_uid = $2 AND e.to_at IS NULL`,
);
