import type { EntityManager } from 'typeorm';
import { type Database, ONE_PROCESS, statement } from '#common/database/index.js';
import { fixed, type Fixed } from '#common/money/fixed.js';
import type { BridgeCell } from './bridge.rules.js';

/** Sums over all lines of two runs take longer than other statements may. One adds up a run $1 at a time. */
export const ALONE = statement(
  'bridge.alone',
  `SELECT set_config('statement_timeout', '0', true), set_config('work_mem', '128MB', true), ${ONE_PROCESS},
          pg_advisory_xact_lock(hashtextextended('commission_bridge', $1))`,
);

interface CellRow {
  bonus: string;
  level: number | null;
  is_for_rank: boolean;
  who: BridgeCell['who'];
  rank_before: string | null;
  active_before: boolean;
  rank: string | null;
  active: boolean;
  before: string;
  after: string;
  at_old_rate: string | null;
}

/**
 * The members of the run $1 and of the run before, $2. Who is not in the run before is new; who is not in this one any more, or
 * has been terminated since, is lost.
 */
const PEOPLE = `CREATE TEMP TABLE bridge_people ON COMMIT DROP AS
   SELECT uid, rank, active, rank_before, active_before, who,
          (rank IS DISTINCT FROM rank_before OR active <> active_before) AS has_moved
     FROM (
       SELECT uid, a.rank, coalesce(a.active, false) AS active, b.rank AS rank_before,
              coalesce(b.active, false) AS active_before,
              CASE WHEN b.status IS NULL THEN 'new'
                   WHEN b.status <> 'terminated' AND coalesce(a.status, 'terminated') = 'terminated' THEN 'lost'
                   ELSE 'stayed' END AS who
         FROM (SELECT uid, status, rank, active FROM commission_members WHERE run_id = $1) AS a
         FULL JOIN (SELECT uid, status, rank, active FROM commission_members WHERE run_id = $2) AS b USING (uid)
     ) AS both_runs`;
/** Without it, the database would expect all pairs of members. */
const COUNT_PEOPLE = 'ANALYZE bridge_people';

/**
 * The lines of the run $1 and of the run before, $2, added up by what they have in common. Where a percentage may have changed,
 * they are first added up for each payee, bonus and level, of which the percentages are made: where the payee stands otherwise
 * than before, and of the bonuses $3.
 */
const CELLS = `WITH lines AS (
     SELECT l.run_id = $1 AS is_now, l.uid, l.bonus, l.level, l.rank IS NOT NULL AS is_for_rank, l.base, l.amount,
            CASE WHEN 'new' IN (payee.who, source.who) THEN 'new'
                 WHEN 'lost' IN (payee.who, source.who) THEN 'lost' ELSE 'stayed' END AS who,
            payee.has_moved OR l.bonus = ANY ($3::text[]) AS may_differ
       FROM commission_lines l
       JOIN bridge_people payee ON payee.uid = l.uid
       LEFT JOIN (SELECT uid, who FROM bridge_people WHERE who <> 'stayed') AS source ON source.uid = l.source_uid
      WHERE l.run_id IN ($1, $2)
   ), sums AS (
     SELECT CASE WHEN may_differ AND who = 'stayed' THEN uid END AS uid, bonus,
            CASE WHEN may_differ AND who = 'stayed' THEN level END AS level, is_for_rank, who,
            sum(amount) FILTER (WHERE NOT is_now) AS before, sum(amount) FILTER (WHERE is_now) AS after,
            sum(base) FILTER (WHERE NOT is_now) AS base_before, sum(base) FILTER (WHERE is_now) AS base
       FROM lines GROUP BY 1, 2, 3, 4, 5
   ), rated AS (
     SELECT sums.bonus, sums.level, sums.is_for_rank, sums.who, people.rank_before,
            coalesce(people.active_before, false) AS active_before, people.rank,
            coalesce(people.active, false) AS active, coalesce(sums.before, 0) AS before, coalesce(sums.after, 0) AS after,
            CASE WHEN sums.uid IS NOT NULL AND base_before > 0 AND base > 0
                 THEN sums.before * base / base_before END AS at_old_rate
       FROM sums LEFT JOIN bridge_people people ON people.uid = sums.uid
   )
   SELECT bonus, level, is_for_rank, who, rank_before, active_before, rank, active,
          sum(before) AS before, sum(after) AS after, round(sum(at_old_rate), 4) AS at_old_rate
     FROM rated GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, at_old_rate IS NULL`;

/**
 * Adds up the lines of a run and of the run before.
 * @param changed the bonuses of which the plans say something else
 */
export async function cellsOf(
  tx: EntityManager,
  { run, before, changed }: { run: number; before: number; changed: readonly string[] },
): Promise<BridgeCell[]> {
  await tx.query(PEOPLE, [run, before]);
  await tx.query(COUNT_PEOPLE);
  const rows = await tx.query<CellRow[]>(CELLS, [run, before, changed]);
  return rows.map((row) => ({
    bonus: row.bonus,
    level: row.level,
    isForRank: row.is_for_rank,
    who: row.who,
    standingBefore: { rank: row.rank_before, active: row.active_before },
    standing: { rank: row.rank, active: row.active },
    before: fixed(row.before),
    after: fixed(row.after),
    atOldRate: row.at_old_rate === null ? null : fixed(row.at_old_rate),
  }));
}

const SUMS = statement(
  'bridge.sums',
  'SELECT bonus, sum(amount) AS amount FROM commission_lines WHERE run_id = $1 GROUP BY bonus',
);

/** What each bonus of a run came to, `cap` and `clawback` as well. */
export async function sumsOf(db: Database, tx: EntityManager, runId: number): Promise<ReadonlyMap<string, Fixed>> {
  const rows = await db.query<{ bonus: string; amount: string }>(tx, SUMS, [runId]);
  return new Map(rows.map(({ bonus, amount }) => [bonus, fixed(amount)]));
}

/** What a run came to, as its summary tells it. */
export interface RunFigures {
  id: number;
  period: string;
  payout: string;
  payout_percent: string | null;
}

/** The runs that are posted before the instant $1, the newest $2 of them. */
export const POSTED_BEFORE = statement(
  'bridge.posted-before',
  `SELECT id, period, summary ->> 'payout' AS payout, summary ->> 'payout_percent' AS payout_percent
     FROM commission_runs WHERE status = 'posted' AND from_at < $1 ORDER BY from_at DESC LIMIT $2`,
);
