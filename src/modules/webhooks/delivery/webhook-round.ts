import type { Database } from '../../../common/database/index.js';
import { LIST_NEXT, MAX_OF_ONE, type DueRow } from './webhook-worker.queries.js';

/** Deliveries that are read at once; more only if each thing has but one. */
const BATCH = 100;

/** What is due to an application, by the things that it is about, and whether there is more. */
export interface Found {
  readonly groups: readonly (readonly [aggregate: string, rows: readonly DueRow[]])[];
  readonly isMore: boolean;
}

/**
 * Goes round the things of an application that have something due, some at a time and a few deliveries of each: however
 * much waits of one, it is soon the turn of the next.
 */
export class WebhookRound {
  /** The thing that had its turn last, in the order of their names. */
  private last = '';

  /**
   * @param inBulk whether it goes round what was queued in bulk, or what happened singly
   * @param things most that it gives at once
   */
  constructor(
    private readonly db: Database,
    private readonly applicationId: string,
    private readonly inBulk: boolean,
    private readonly things: number,
  ) {}

  /**
   * The next things in the round, each with its first deliveries in their order.
   * @param busy things to leave out
   * @param onlyTests whether only test events may be sent
   */
  async next(busy: readonly string[], onlyTests: boolean): Promise<Found> {
    const values = [this.applicationId, this.inBulk, this.last, this.things, busy, BATCH, onlyTests];
    const groups = [...Map.groupBy(await this.db.query<DueRow>(null, LIST_NEXT, values), ({ aggregate }) => aggregate)];
    const isFull = groups.length === this.things;
    const hasBegunLater = this.last !== '';
    this.last = isFull ? groups.at(-1)![0] : '';
    const share = Math.min(MAX_OF_ONE, Math.floor(BATCH / groups.length));
    return { groups, isMore: isFull || hasBegunLater || groups.some(([, rows]) => rows.length >= share) };
  }
}
