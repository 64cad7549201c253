import type { EntityManager } from 'typeorm';

/** A stretch of time; `to` is not a part of it. */
export interface PostedSpan {
  readonly from: Date;
  readonly to: Date;
}

/**
 * What the ledger asks before it takes rows: a row into a period that is posted is refused. Commissions, which stand above,
 * implement it and provide it in a global module; without them no period is posted.
 */
export abstract class PostedPeriods {
  /**
   * The time that all posted periods cover; they follow each other without a gap, since only the first may be any. It is
   * asked in each transaction that writes rows, before it does. Until that transaction has ended no period may be posted that
   * is not in the answer, or its posting must see the rows: hold a shared lock here, and the other one where one is posted.
   * @param tx the transaction that writes rows
   * @param at the instant of the rows that it writes, if it is one: then only postings of its period are waited for
   */
  abstract span(tx: EntityManager, at?: Date): Promise<PostedSpan | undefined>;
}
