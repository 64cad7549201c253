import type { Database } from '#common/database/index.js';
import { LIST_NEXT, MAX_PER_AGGREGATE, type DueRow } from './webhook-worker.queries.js';

/** Deliveries read at once; more only if each aggregate has just one. */
const BATCH = 100;

/** A day more than now: clocks of servers and instances differ. */
const aheadOfNow = (): Date => new Date(Date.now() + 24 * 60 * 60 * 1000);

/** Due deliveries by aggregate, and whether there are more. */
export interface Found {
  readonly groups: readonly (readonly [aggregate: string, rows: readonly DueRow[]])[];
  readonly isMore: boolean;
}

/** Reads the due deliveries of an application round-robin over its aggregates, a few of each at a time. */
export class WebhookRoundRobin {
  /** The last aggregate read, in alphabetical order. */
  private last = '';

  /**
   * @param inBulk whether it reads bulk deliveries or single ones
   * @param aggregates most to return at once
   */
  constructor(
    private readonly db: Database,
    private readonly applicationId: string,
    private readonly inBulk: boolean,
    private readonly aggregates: number,
  ) {}

  /**
   * The next aggregates, each with its first deliveries in order.
   * @param busy aggregates to skip
   * @param onlyTests whether only test events may be sent
   */
  async next(busy: readonly string[], onlyTests: boolean): Promise<Found> {
    const values = [this.applicationId, this.inBulk, this.last, this.aggregates, busy, BATCH, onlyTests, aheadOfNow()];
    const groups = [...Map.groupBy(await this.db.query<DueRow>(null, LIST_NEXT, values), ({ aggregate }) => aggregate)];
    const isFull = groups.length === this.aggregates;
    const startedLater = this.last !== '';
    this.last = isFull ? groups.at(-1)![0] : '';
    const share = Math.min(MAX_PER_AGGREGATE, Math.floor(BATCH / groups.length));
    return { groups, isMore: isFull || startedLater || groups.some(([, rows]) => rows.length >= share) };
  }
}
