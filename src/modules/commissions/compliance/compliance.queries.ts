import { ADVISORY_LOCKS } from '#common/database/advisory-locks.js';
import { statement } from '#common/database/index.js';
import type { MemberKind } from '#people/users/index.js';

/** Sums over all members of a run, or of a dozen, take longer than other statements may. */
export const UNLIMITED = statement(
  'compliance.unlimited',
  `SELECT set_config('statement_timeout', '0', true), set_config('work_mem', '128MB', true)`,
);

/** One calculates at a time: who asks meanwhile waits, and reads what is kept then. */
export const ALONE = statement('compliance.alone', `SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.compliance})`);

/** A posted run. */
export interface PostedRow {
  id: number;
  /** The run whose lines were paid: itself, or that of the last correction of it that was approved. */
  paid_id: number;
  period: string;
  from_at: Date;
  to_at: Date;
  /** Money for a unit of commissionable volume. */
  rate: string;
}

/** The posted runs of the year $1, in the order of their periods. */
export const POSTED_IN_YEAR = statement(
  'compliance.posted-in-year',
  `SELECT p.id, p.period, p.from_at, p.to_at, p.document ->> 'rate' AS rate,
          coalesce((SELECT c.id FROM commission_runs c WHERE c.corrects_run_id = p.id AND c.status = 'approved'
                     ORDER BY c.correction_id DESC LIMIT 1), p.id) AS paid_id
     FROM commission_runs p WHERE p.status = 'posted' AND left(p.period, 4) = $1 ORDER BY p.from_at`,
);

/** A kind with its volume. */
export interface KindRow {
  kind: MemberKind;
  amount: string;
}

/** Commissionable volume of own rows by kind, in run $1. */
export const VOLUMES = statement(
  'compliance.volumes',
  `SELECT kind, sum(commissionable_volume) AS amount FROM commission_members WHERE run_id = $1 GROUP BY kind`,
);

/** What lines come to. */
export interface PaidRow {
  /** Of the source; null of lines without one. */
  kind: MemberKind | null;
  amount: string;
}

/** The lines of run $1 by the kind of their source, as it stood in the run. */
export const PAID = statement(
  'compliance.paid',
  `SELECT m.kind, sum(l.amount) AS amount
     FROM commission_lines l LEFT JOIN commission_members m ON m.run_id = $1 AND m.uid = l.source_uid
    WHERE l.run_id = $1 GROUP BY m.kind`,
);

/** What all incomes of a year come to. */
export interface IncomeRow {
  distributors: number;
  without: number;
  total: string;
  topMembers: number;
  topAmount: string;
  topLeast: string | null;
  below: (string | null)[];
  above: (string | null)[];
}

/**
 * What all who were distributors between $2 and $3, or at the end of a period of the runs $1, earned in these, and the incomes
 * around the percentiles $4. Who was one and is a customer now counts with all that it earned.
 */
export const INCOMES = statement(
  'compliance.incomes',
  `WITH distributors AS (
     SELECT uid FROM commission_members WHERE run_id = ANY ($1::bigint[]) AND kind = 'distributor'
      UNION
     SELECT uid FROM network_states
      WHERE kind = 'distributor' AND from_at < $3 AND (to_at IS NULL OR to_at > $2 AND to_at > from_at)
   ), earned AS (
     SELECT uid, sum(earned) AS amount FROM commission_members WHERE run_id = ANY ($1::bigint[]) GROUP BY uid
   ), incomes AS (
     SELECT coalesce(amount, 0) AS amount FROM distributors LEFT JOIN earned USING (uid)
   ), placed AS MATERIALIZED (
     SELECT amount, row_number() OVER (ORDER BY amount) - 1 AS place, count(*) OVER () AS heads FROM incomes
   ), top AS (
     SELECT count(*) AS members, coalesce(sum(amount), 0) AS amount, min(amount) AS least
       FROM placed WHERE place >= heads - ceil(heads / 100.0)
   ), wanted AS (
     SELECT p, floor((heads - 1) * p / 100.0)::bigint AS low, ceil((heads - 1) * p / 100.0)::bigint AS high
       FROM unnest($4::integer[]) AS p CROSS JOIN (SELECT count(*) AS heads FROM placed) AS counted
   )
   SELECT (SELECT count(*) FROM placed) AS distributors,
          (SELECT count(*) FROM placed WHERE amount <= 0) AS without,
          (SELECT coalesce(sum(amount), 0) FROM placed) AS total,
          top.members AS "topMembers", top.amount AS "topAmount", top.least AS "topLeast",
          around.below, around.above
     FROM top CROSS JOIN (
       SELECT array_agg(b.amount::text ORDER BY p) AS below, array_agg(a.amount::text ORDER BY p) AS above
         FROM wanted LEFT JOIN placed b ON b.place = low LEFT JOIN placed a ON a.place = high
     ) AS around`,
);
