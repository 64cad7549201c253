import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '#common/database/index.js';
import { fixed, fixedText, type Fixed } from '#common/money/fixed.js';
import { ADJUST, HOLD, LOCK, POST_RUN, SUM, TAKE_TIME } from './ledger.queries.js';

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
    await this.db.query(tx, HOLD);
  }

  /** Keeps all others from writing until the transaction ends: balances stay what they are. */
  async lock(tx: EntityManager): Promise<void> {
    await this.db.query(tx, LOCK);
  }

  /** Writes the earnings of a run from its lines, once: a second time breaks a unique index. */
  async postRun(tx: EntityManager, { runId, period, payableAt, byUid }: Posting): Promise<Posted> {
    await this.hold(tx);
    const values = [runId, period, payableAt, byUid];
    const sums = await this.db.queryOne<Record<keyof Posted, string>>(tx, POST_RUN, values);
    const { entries, commission, clawback } = sums!;
    return { entries: Number(entries), commission: fixed(commission), clawback: fixed(clawback) };
  }

  /** Adds to a balance, or takes off; gives the id of the entry. The ledger must be held or locked. */
  async adjust(tx: EntityManager, { uid, amount, reason, byUid }: Adjustment): Promise<number> {
    const values = [uid, fixedText(amount), reason, byUid];
    return (await this.db.queryOne<{ id: number }>(tx, ADJUST, values))!.id;
  }

  /** The balance of a member. */
  async balance(tx: EntityManager, uid: number): Promise<Fixed> {
    return fixed((await this.db.queryOne<{ balance: string }>(tx, SUM, [uid]))!.balance);
  }
}
