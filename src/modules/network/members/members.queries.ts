import { statement } from '#common/database/index.js';

/** SQL of the present instant, as the rows of the network have it. */
export const NOW = `date_trunc('milliseconds', clock_timestamp())`;

/** Puts `$2` below `$3` in leg `$4` of the tree `$1`, from `$5` on, or now; `$6` who did it, `$7` why. Nothing when the place is taken. */
export const BEGIN_EDGE = statement(
  'network.begin-edge',
  `INSERT INTO network_edges (tree, uid, parent_uid, leg, from_at, by_uid, reason)
   VALUES ($1, $2, $3, $4, coalesce($5, ${NOW}), $6, $7)
   ON CONFLICT DO NOTHING
   RETURNING id, from_at AS at`,
);

/** Holds member `$1` against a change of status, together with others who do. */
export const HOLD_MEMBER = statement('network.hold-member', `SELECT FROM network_members WHERE uid = $1 FOR KEY SHARE`);
