import { statement } from '#common/database/index.js';

/** In a tree: who stands directly above, and far above. */
const TREES = {
  sponsor: { above: 'm.sponsor_uid', far: 'm.far_sponsor_uid' },
  placement: { above: 'm.parent_uid', far: 'm.far_parent_uid' },
} as const;

const MEMBERS = 'commission_members m ON m.run_id = $1 AND m.uid';

/**
 * CTE `host`: the member as which $2 of run $1 stands in the placement tree, which is the nearest placed sponsor of who is not
 * placed; no row for none. The climb ends at the first who names it.
 */
const HOST = `up_to_host AS (
     SELECT uid, sponsor_uid, is_placed, far_sponsor_uid, far_parent_uid FROM commission_members WHERE run_id = $1 AND uid = $2
     UNION ALL
     SELECT m.uid, m.sponsor_uid, m.is_placed, m.far_sponsor_uid, m.far_parent_uid
       FROM up_to_host h JOIN ${MEMBERS} = h.sponsor_uid WHERE NOT h.is_placed AND h.far_sponsor_uid IS NULL
   ), host AS (
     SELECT CASE WHEN is_placed THEN uid ELSE far_parent_uid END AS uid FROM up_to_host
      WHERE is_placed OR far_parent_uid IS NOT NULL
   )`;

const STANDING = 'm.uid, m.kind, m.status, m.active, m.rank, m.is_placed, m.sponsor_uid, m.parent_uid';

/** The steps of `up` with names, the nearest first. Limited, so that the planner looks them up and does not read all users. */
const NAMED_STEPS = `SELECT up.uid, kind, up.status, active, rank, is_placed, username
     FROM (SELECT * FROM up WHERE step > 0 ORDER BY step LIMIT $3) up JOIN users u ON u.uid = up.uid ORDER BY step`;

/** Who is above member $2 of run $1 in the sponsor tree, the nearest first, at most $3. */
export const SPONSORS = statement(
  'explain.sponsors',
  `WITH RECURSIVE up AS (
     SELECT ${STANDING}, 0 AS step FROM commission_members m WHERE m.run_id = $1 AND m.uid = $2
     UNION ALL
     SELECT ${STANDING}, up.step + 1 FROM up JOIN ${MEMBERS} = up.sponsor_uid
      WHERE up.step < $3
   )
   ${NAMED_STEPS}`,
);

/** The same in the placement tree, in which who is not placed hangs below the nearest placed sponsor above. */
export const PARENTS = statement(
  'explain.parents',
  `WITH RECURSIVE ${HOST}, up AS (
     SELECT ${STANDING}, CASE WHEN m.uid = $2 THEN 0 ELSE 1 END AS step FROM commission_members m
      WHERE m.run_id = $1 AND m.uid = (SELECT uid FROM host)
     UNION ALL
     SELECT ${STANDING}, up.step + 1 FROM up JOIN ${MEMBERS} = up.parent_uid
      WHERE up.step < $3
   )
   ${NAMED_STEPS}`,
);

/**
 * CTE `way`: the last steps of the way up from a member of run $1 to $3, who is the last of them; no row if $3 does not stand
 * above. Whoever has the same way as $3 from somewhere on comes to the member who is the first above $3 to name another far
 * above, or the root (`mark`). So it is single steps up to the first who names one (`first`), far ones until the next is the
 * mark (`jump`), and then single ones again (`last`). In runs in which nobody names one, all steps are single.
 * @param from SQL of the uid from which it goes up
 * @param more columns of `commission_members m` that are needed of each step
 */
function wayUp(tree: keyof typeof TREES, from: string, more: string): string {
  const { above, far } = TREES[tree];
  const step = `m.uid, ${above} AS above, ${far} AS far, ${more}`;
  return `first AS (
     SELECT ${step}, 0 AS step FROM commission_members m WHERE m.run_id = $1 AND m.uid = ${from}
     UNION ALL
     SELECT ${step}, f.step + 1 FROM first f JOIN ${MEMBERS} = f.above WHERE f.uid <> $3 AND f.far IS NULL
   ), marking AS (
     SELECT m.uid, ${above} AS above, ${far} AS far FROM commission_members m
      WHERE m.run_id = $1 AND m.uid = $3 AND EXISTS (SELECT FROM first WHERE far IS NOT NULL)
        AND NOT EXISTS (SELECT FROM first WHERE uid = $3)
     UNION ALL
     SELECT m.uid, ${above}, ${far} FROM marking k JOIN ${MEMBERS} = k.above WHERE k.far IS NULL
   ), mark AS (
     SELECT uid FROM marking WHERE far IS NOT NULL OR above IS NULL
   ), jump AS (
     -- One row, which the planner has to know: else it would read all members, not one after the other by their index.
     (SELECT uid, far, 0 AS step FROM first WHERE far IS NOT NULL AND uid <> $3 LIMIT 1)
     UNION ALL
     SELECT m.uid, ${far}, j.step + 1 FROM jump j JOIN ${MEMBERS} = j.far
      WHERE ${far} IS NOT NULL AND j.far <> (SELECT uid FROM mark)
   ), last AS (
     SELECT ${step}, 0 AS step FROM commission_members m
      WHERE m.run_id = $1 AND m.uid = (SELECT uid FROM jump WHERE far = (SELECT uid FROM mark))
     UNION ALL
     SELECT ${step}, l.step + 1 FROM last l JOIN ${MEMBERS} = l.above WHERE l.uid <> $3 AND (l.far IS NULL OR l.step = 0)
   ), way AS (
     SELECT * FROM first WHERE EXISTS (SELECT FROM first WHERE uid = $3)
     UNION ALL
     SELECT * FROM last WHERE EXISTS (SELECT FROM last WHERE uid = $3)
   )`;
}

/**
 * The leg of member $3 in which the volume of member $2 of run $1 counts: that of who is not placed hangs on the nearest
 * placed sponsor above. No row: in none.
 */
export const LEG_OF = statement(
  'explain.leg-of',
  `WITH RECURSIVE ${HOST}, ${wayUp('placement', '(SELECT uid FROM host)', 'm.leg')}
   SELECT leg FROM way WHERE above = $3`,
);

const IS_PAYEE = `m.kind = 'distributor' AND m.status <> 'terminated' AS is_payee`;

/**
 * Whether member $2 of run $1 is $3 or stands below it in the sponsor tree, and the group volume of the highest on the way that
 * can be paid, or null. It is looked for from above: among the last steps, between far ones, and among the first steps.
 */
export const PAYEE_BELOW = statement(
  'explain.payee-below',
  `WITH RECURSIVE ${wayUp('sponsor', '$2', `m.group_volume, ${IS_PAYEE}`)}
   SELECT EXISTS (SELECT FROM way) AS is_in_group, CASE WHEN EXISTS (SELECT FROM way) THEN coalesce(
       (SELECT group_volume FROM way WHERE is_payee AND uid <> $3 ORDER BY step DESC LIMIT 1),
       (SELECT payee.group_volume FROM (SELECT uid, far FROM jump ORDER BY step DESC) j CROSS JOIN LATERAL (
          WITH RECURSIVE up AS (
            SELECT m.sponsor_uid, m.group_volume, ${IS_PAYEE}, 0 AS step FROM commission_members m
             WHERE m.run_id = $1 AND m.uid = j.uid
            UNION ALL
            SELECT m.sponsor_uid, m.group_volume, ${IS_PAYEE}, up.step + 1
              FROM up JOIN ${MEMBERS} = up.sponsor_uid WHERE up.sponsor_uid NOT IN (j.far, $3)
          )
          SELECT group_volume FROM up WHERE is_payee ORDER BY step DESC LIMIT 1
        ) payee LIMIT 1),
       (SELECT group_volume FROM first WHERE is_payee AND uid <> $3 ORDER BY step DESC LIMIT 1)
     ) END AS group_volume`,
);
