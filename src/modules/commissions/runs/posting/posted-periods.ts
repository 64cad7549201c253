import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '../../../../common/database/index.js';
import { PostedPeriods, type PostedSpan } from '../../../network/volumes/index.js';

/** Held together by all who write rows of volumes or rely on what is posted, and alone by who posts. */
const LOCK_NUMBER = 1_790_672;

const HOLD = statement('posted-periods.hold', `SELECT pg_advisory_xact_lock_shared(${LOCK_NUMBER})`);
const LOCK = statement('posted-periods.lock', `SELECT pg_advisory_xact_lock(${LOCK_NUMBER})`);
const SPAN = statement(
  'posted-periods.span',
  `SELECT min(from_at) AS "from", max(to_at) AS "to" FROM commission_runs WHERE status = 'posted'`,
);

/** The periods of runs that are posted. */
@Injectable()
export class PostedRuns extends PostedPeriods {
  constructor(private readonly db: Database) {
    super();
  }

  async span(tx: EntityManager): Promise<PostedSpan | undefined> {
    // Two statements, one way there: what a statement sees may be older than the lock that it takes.
    const held = this.db.query(tx, HOLD);
    const [[span]] = await Promise.all([this.db.query<Record<keyof PostedSpan, Date | null>>(tx, SPAN), held]);
    const { from, to } = span!;
    return from === null || to === null ? undefined : { from, to };
  }

  /** Waits for all who write rows of volumes, and keeps others from it until the transaction ends. */
  async lock(tx: EntityManager): Promise<void> {
    await this.db.query(tx, LOCK);
  }
}
