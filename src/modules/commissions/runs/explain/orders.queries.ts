import { statement } from '#common/database/index.js';

/** Lines of run $1 by bonus $2 on the sources $3, at most $4. */
export const LINES_ON_SOURCES = statement(
  'explain.lines-on-sources',
  `SELECT number, uid, bonus, source_uid, level, percent, base, amount FROM commission_lines
    WHERE run_id = $1 AND bonus = $2 AND source_uid = ANY ($3::bigint[]) ORDER BY number LIMIT $4`,
);

/**
 * The leg of member $3 in which the volume of member $2 of run $1 counts: that of who is not placed hangs on the nearest
 * placed sponsor above. No row: in none.
 */
export const LEG_OF = statement(
  'explain.leg-of',
  `WITH RECURSIVE host AS (
     SELECT uid, sponsor_uid, parent_uid, leg, is_placed FROM commission_members WHERE run_id = $1 AND uid = $2
     UNION ALL
     SELECT m.uid, m.sponsor_uid, m.parent_uid, m.leg, m.is_placed
       FROM host h JOIN commission_members m ON m.run_id = $1 AND m.uid = h.sponsor_uid WHERE NOT h.is_placed
   ), up AS (
     SELECT uid, parent_uid, leg FROM host WHERE is_placed AND uid <> $3
     UNION ALL
     SELECT m.uid, m.parent_uid, m.leg
       FROM up JOIN commission_members m ON m.run_id = $1 AND m.uid = up.parent_uid WHERE up.parent_uid <> $3
   )
   SELECT leg FROM up WHERE parent_uid = $3`,
);

/**
 * Whether member $2 of run $1 stands below member $3 in the sponsor tree, and the group volume of the highest on the way that
 * can be paid, or null.
 */
export const PAYEE_BELOW = statement(
  'explain.payee-below',
  `WITH RECURSIVE up AS (
     SELECT uid, sponsor_uid, group_volume, kind = 'distributor' AND status <> 'terminated' AS is_payee, 0 AS step
       FROM commission_members WHERE run_id = $1 AND uid = $2 AND uid <> $3
     UNION ALL
     SELECT m.uid, m.sponsor_uid, m.group_volume, m.kind = 'distributor' AND m.status <> 'terminated', up.step + 1
       FROM up JOIN commission_members m ON m.run_id = $1 AND m.uid = up.sponsor_uid WHERE up.sponsor_uid <> $3
   )
   SELECT $2 = $3 OR EXISTS (SELECT FROM up WHERE sponsor_uid = $3) AS is_in_group,
          (SELECT group_volume FROM up WHERE is_payee ORDER BY step DESC LIMIT 1) AS group_volume`,
);
