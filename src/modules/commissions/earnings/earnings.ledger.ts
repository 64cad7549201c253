import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { statement, Database } from '#common/database/index.js';
import { fixed, fixedText, type Fixed } from '#common/money/fixed.js';
import { Earning } from './earnings.entity.js';

/** Lets the statements of a transaction that go over all of the ledger take their time. */
const TAKE_TIME = statement(
  'earnings.take-time',
  `SELECT set_config('statement_timeout', '10min', true), set_config('work_mem', '128MB', true)`,
);

/** SQL of whether an entry `e` counts for payouts at present: what is taken off does so at once. */
export const COUNTS_NOW = `(e.amount < 0 OR e.payable_at <= statement_timestamp())`;

/**
 * Writes what the members have got by run `$1` of period `$2`: one entry for their lines and one for those that take back,
 * but none of 0; payable from `$3` on, what is taken back at once; `$4` who did it. Tells the sums, and to how many members it
 * is another amount than the run says that they earned.
 */
const POST_RUN = statement(
  'earnings.post-run',
  `WITH written AS (
     INSERT INTO earnings (uid, kind, amount, payable_at, period, run_id, by_uid)
     SELECT l.uid, l.kind, l.amount, CASE l.kind WHEN 'clawback' THEN statement_timestamp() ELSE $3::timestamptz END, $2, $1::bigint, $4
       FROM (SELECT uid, CASE bonus WHEN 'clawback' THEN 'clawback' ELSE 'commission' END AS kind, sum(amount) AS amount
               FROM commission_lines WHERE run_id = $1::bigint
              GROUP BY 1, 2
             HAVING sum(amount) <> 0) AS l
      ORDER BY l.uid, l.kind DESC
     RETURNING uid, kind, amount
   )
   SELECT count(*) AS entries,
          coalesce(sum(amount) FILTER (WHERE kind = 'commission'), 0) AS commission,
          coalesce(sum(amount) FILTER (WHERE kind = 'clawback'), 0) AS clawback,
          (SELECT count(*) FROM (SELECT uid, sum(amount) AS amount FROM written GROUP BY uid) w
             FULL JOIN (SELECT uid, earned FROM commission_members WHERE run_id = $1::bigint) m USING (uid)
            WHERE coalesce(w.amount, 0) <> coalesce(m.earned, 0)) AS differing
     FROM written`,
);

/** The balance of member `$1`. */
const SUM = statement('earnings.sum', `SELECT coalesce(sum(amount), 0) AS balance FROM earnings WHERE uid = $1`);

/** SQL of what is not payable yet, by member: few entries, the newest ones. */
export const NOT_YET = `SELECT e.uid, sum(e.amount) AS amount FROM earnings e
  WHERE e.payable_at > statement_timestamp() AND e.amount > 0 GROUP BY e.uid`;

/** SQL of the balances, and of what of each counts for payouts at present: `uid, balance, amount`. */
export const PAYABLE = `SELECT b.uid, b.balance, b.balance - coalesce(n.amount, 0) AS amount
  FROM earnings_balances b LEFT JOIN (${NOT_YET}) AS n ON n.uid = b.uid`;

/** SQL that takes off what the rows of `taken (payout_id, uid, amount, by_uid)` pay out. The ledger must be locked. */
export const PAY_OUT = `INSERT INTO earnings (uid, kind, amount, payable_at, payout_id, by_uid)
  SELECT t.uid, 'payout', -t.amount, statement_timestamp(), t.payout_id, t.by_uid FROM taken t ORDER BY t.uid`;

/**
 * SQL that gives back what the rows of `given (payout_id, uid, amount, reason, by_uid)` had taken off; once, or a unique index
 * breaks. The ledger must be held.
 */
export const GIVE_BACK = `INSERT INTO earnings (uid, kind, amount, payable_at, payout_id, reason, by_uid)
  SELECT g.uid, 'payout_failed', g.amount, statement_timestamp(), g.payout_id, g.reason, g.by_uid FROM given g ORDER BY g.uid`;

/**
 * SQL that adjusts earlier periods by the rows of `given (uid, period, amount, by_uid, reason)`; payable at once. The ledger
 * must be held.
 */
export const ADJUST_PERIODS = `INSERT INTO earnings (uid, kind, amount, payable_at, period, reason, by_uid)
  SELECT g.uid, 'adjustment', g.amount, statement_timestamp(), g.period, g.reason, g.by_uid FROM given g ORDER BY g.uid, g.period`;

/** What a posting gives. */
export interface Posting {
  readonly runId: number;
  /** Such as `2026-11`. */
  readonly period: string;
  /** From when on it counts for payouts. */
  readonly payableAt: Date;
  readonly byUid: number | null;
}

/** What a posting came to. */
export interface Posted {
  /** How many were written. */
  readonly entries: number;
  readonly commission: Fixed;
  /** Not above 0. */
  readonly clawback: Fixed;
  /** Members to whom it is another amount than the run says that they earned. */
  readonly differing: number;
}

/** What an adjustment says. */
export interface Adjustment {
  readonly uid: number;
  /** Not 0. */
  readonly amount: Fixed;
  readonly reason: string;
  readonly byUid: number;
}

/**
 * The earnings ledger: entries are only ever added, and a balance is their sum. Whoever adds entries holds the ledger; whoever
 * adds what a balance comes to locks it, so that nothing is added in between. See docs/spec/commissions.md#5.
 */
@Injectable()
export class EarningsLedger {
  constructor(private readonly db: Database) {}

  /** Lets the transaction take its time: call it before what goes over a million members. */
  async takeTime(tx: EntityManager): Promise<void> {
    await this.db.query(tx, TAKE_TIME);
  }

  /** Lets nobody read balances to change them until the transaction ends. */
  async hold(tx: EntityManager): Promise<void> {
    await this.db.hold(tx, 'earnings');
  }

  /** Keeps all others from writing until the transaction ends: balances stay what they are. */
  async lock(tx: EntityManager): Promise<void> {
    await this.db.lock(tx, 'earnings');
  }

  /** Writes the earnings of a run from its lines, once: a second time breaks a unique index. */
  async postRun(tx: EntityManager, { runId, period, payableAt, byUid }: Posting): Promise<Posted> {
    await this.hold(tx);
    const values = [runId, period, payableAt, byUid];
    const sums = await this.db.queryOne<Record<keyof Posted, string>>(tx, POST_RUN, values);
    const { entries, commission, clawback, differing } = sums!;
    return {
      entries: Number(entries),
      commission: fixed(commission),
      clawback: fixed(clawback),
      differing: Number(differing),
    };
  }

  /** Adds to a balance, or takes off, at once. The ledger must be held or locked. */
  async adjust(tx: EntityManager, { amount, ...adjusted }: Adjustment): Promise<Earning> {
    const entry = { ...adjusted, kind: 'adjustment' as const, amount: fixedText(amount) };
    const { identifiers } = await tx.insert(Earning, { ...entry, payableAt: () => 'statement_timestamp()' });
    return tx.findOneByOrFail(Earning, { id: identifiers[0]!.id as number });
  }

  /** What corrections of a posted period gave a member, or took, the oldest first. */
  corrections(uid: number, period: string): Promise<Earning[]> {
    return this.db.manager.find(Earning, { where: { uid, period, kind: 'adjustment' }, order: { id: 'ASC' } });
  }

  /** The balance of a member. */
  async balance(tx: EntityManager, uid: number): Promise<Fixed> {
    return fixed((await this.db.queryOne<{ balance: string }>(tx, SUM, [uid]))!.balance);
  }
}
