import { statement } from '#common/database/index.js';

/** Member $2 of run $1 with all below in the sponsor tree, at most $3 of them. */
export const GROUP = statement(
  'explain.group',
  `WITH RECURSIVE below AS (
     SELECT uid, sponsor_uid, kind = 'distributor' AND status <> 'terminated' AS is_payee, own_volume, commissionable_volume
       FROM commission_members WHERE run_id = $1 AND uid = $2
     UNION ALL
     SELECT m.uid, m.sponsor_uid, m.kind = 'distributor' AND m.status <> 'terminated', m.own_volume, m.commissionable_volume
       FROM below b JOIN commission_members m ON m.run_id = $1 AND m.sponsor_uid = b.uid
   )
   SELECT * FROM below LIMIT $3`,
);

/**
 * The $5 largest groups directly below member $2 of run $1, whose payees may stand below members that are passed over, each with
 * its line between $3 and before $4, and how many groups there are.
 */
export const LARGE_GROUPS = statement(
  'explain.large-groups',
  `WITH RECURSIVE below AS (
     SELECT uid, group_volume, kind = 'distributor' AND status <> 'terminated' AS is_payee
       FROM commission_members WHERE run_id = $1 AND sponsor_uid = $2
     UNION ALL
     SELECT m.uid, m.group_volume, m.kind = 'distributor' AND m.status <> 'terminated'
       FROM below b JOIN commission_members m ON m.run_id = $1 AND m.sponsor_uid = b.uid WHERE NOT b.is_payee
   )
   SELECT c.uid, c.count, c.group_volume, trunc(l.base * 100000000)::text AS base, l.percent
     FROM (SELECT uid, group_volume, count(*) OVER () AS count FROM below WHERE is_payee
            ORDER BY group_volume DESC, uid LIMIT $5) c
     LEFT JOIN LATERAL (
       SELECT l.base, l.percent FROM commission_lines l
        WHERE l.run_id = $1 AND l.uid = c.uid AND l.number >= $3 AND l.number < $4 AND l.source_uid IS NULL LIMIT 1
     ) l ON true ORDER BY c.group_volume DESC, c.uid`,
);

/** The line of member $2 of run $1 on its own group, between $3 and before $4. */
export const GROUP_LINE = statement(
  'explain.group-line',
  `SELECT trunc(base * 100000000)::text AS base, percent, amount FROM commission_lines
    WHERE run_id = $1 AND uid = $2 AND number >= $3 AND number < $4 AND source_uid IS NULL LIMIT 1`,
);
