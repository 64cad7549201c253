import type { EntityManager } from 'typeorm';
import { statement, type Database } from '#common/database/index.js';
import type { CommissionRun } from './run.entity.js';

/**
 * Users of the admin module who have put a member somewhere in the period from `$1` to `$2`; those who have adjusted, merged or
 * handed over volumes that count in it; those who have imported volumes since it began, or dated a move back to before it, until
 * `$3`. Of a million edges only those of the few users of the admin module are looked for, by `network_edges_by_doer`; of the
 * ledger only adjustments are read, by `volume_rows_of_kind`.
 */
const CONTRIBUTORS = statement(
  'runs.contributors',
  `SELECT u.uid FROM users u
    WHERE NOT u.roles <@ '{member,api_admin}'::text[]
      AND EXISTS (SELECT FROM network_edges e WHERE e.by_uid = u.uid AND e.from_at >= $1 AND e.from_at < $2)
   UNION
   SELECT v.by_uid FROM volume_rows v WHERE v.kind = 'adjustment' AND v.at >= $1 AND v.at < $2
   UNION
   SELECT i.by_uid FROM imports i
    WHERE i.kind = 'volumes' AND i.outcome = 'done' AND NOT i.is_dry_run AND i.finished_at >= $1 AND i.created_at <= $3
   UNION
   SELECT c.created_by_uid FROM commission_corrections c
    WHERE c.status <> 'discarded' AND c.created_at >= $1 AND c.created_at <= $3
   ORDER BY 1`,
);

/** Who made a part of a run: who started it, and who adjusted, moved or placed by hand what counts in it. */
export async function contributorsOf(db: Database, tx: EntityManager, run: CommissionRun): Promise<number[]> {
  const { createdByUid, fromAt, toAt, calculatedAt } = run;
  const found = await db.query<{ uid: number }>(tx, CONTRIBUTORS, [fromAt, toAt, calculatedAt]);
  return [...new Set([...(createdByUid === null ? [] : [createdByUid]), ...found.map(({ uid }) => uid)])];
}
