import { Injectable, Global, Module } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ADVISORY_LOCKS } from '#common/database/advisory-locks.js';
import { Database, statement } from '#common/database/index.js';
import { PostedPeriods, type PostedSpan } from '#network/volumes/index.js';

/** Held together by all who write rows of the past or rely on what is posted, and alone by who posts. */
const LOCK_NUMBER = ADVISORY_LOCKS.postedPeriods;

/** The same for rows of the last hour, by the quarter of an hour: so that who posts the last month keeps no sale waiting. */
const QUARTERS = LOCK_NUMBER * 1_000_000_000;
const quarterOf = (instant: string): string => `(${QUARTERS} + floor(extract(epoch FROM ${instant}) / 900)::bigint)`;

/** For rows of the instant `$1`, or any if it is null. */
const HOLD = statement(
  'posted-periods.hold',
  `SELECT pg_advisory_xact_lock_shared(CASE WHEN $1::timestamptz >= statement_timestamp() - interval '1 hour'
     THEN ${quarterOf('$1::timestamptz')} ELSE ${LOCK_NUMBER} END)`,
);
// A row of the last hour was written within an hour of its instant: of a period that has ended, those before its last half
// day are in transactions of half a day, which there are none of.
const LOCK = statement(
  'posted-periods.lock',
  `SELECT pg_advisory_xact_lock(key) FROM (
     SELECT ${LOCK_NUMBER}::bigint AS key
      UNION ALL
     SELECT * FROM generate_series(${quarterOf(`$1::timestamptz - interval '12 hours'`)}, ${quarterOf(`$1::timestamptz - interval '1 millisecond'`)})
   ) AS keys`,
);
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

  async span(tx: EntityManager, at?: Date): Promise<PostedSpan | undefined> {
    // Two statements, one way there: what a statement sees may be older than the lock that it takes.
    const held = this.db.query(tx, HOLD, [at ?? null]);
    const [[span]] = await Promise.all([this.db.query<Record<keyof PostedSpan, Date | null>>(tx, SPAN), held]);
    const { from, to } = span!;
    return from === null || to === null ? undefined : { from, to };
  }

  /**
   * Waits for all who write rows into a period, and keeps others from it until the transaction ends; also who relies on what
   * is posted. Who sells at present, in a later period, goes on.
   * @param to the end of the period, which is over
   */
  async lock(tx: EntityManager, to: Date): Promise<void> {
    await this.db.query(tx, LOCK, [to]);
  }
}

/** Global, because the volume ledger below asks for {@link PostedPeriods}. */
@Global()
@Module({
  providers: [PostedRuns, { provide: PostedPeriods, useExisting: PostedRuns }],
  exports: [PostedRuns, PostedPeriods],
})
export class PostedPeriodsModule {}
