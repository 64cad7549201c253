import type { Database } from '../../common/database/index.js';
import type { RunningDrain } from './webhook-drains.js';
import type { WebhookSecrets } from './webhook-secrets.service.js';
import { LIST_DUE, type DueRow, type EndpointRow } from './webhook-worker.queries.js';

/** Deliveries that are read at once. */
const BATCH = 100;

/** Attempts of one application at the same time. */
const LANES = 10;

/** Milliseconds after which nothing more is begun, so that others get their turn: as long as one attempt may take. */
const TURN_MS = 15_000;

/** What a drain works with. */
export interface DrainTools {
  readonly db: Database;
  readonly secrets: WebhookSecrets;
  /** The endpoint as it is now; undefined when nothing may be sent. */
  readonly endpoint: () => Promise<EndpointRow | undefined>;
  /** Makes one attempt and records it. */
  readonly attempt: (endpoint: EndpointRow, secrets: readonly string[], due: DueRow) => Promise<void>;
  /** Whether an attempt may begin at all. */
  readonly mayBegin: () => boolean;
}

/**
 * Delivers what is due to one application: events of different aggregates at the same time, those of one aggregate in
 * their order. It lives for one turn.
 */
export class WebhookDrain implements RunningDrain {
  private readonly end = performance.now() + TURN_MS;
  private hasNews = false;
  private isOld = false;
  private isCut = false;
  private hasFailed = false;

  constructor(
    private readonly applicationId: string,
    private readonly tools: DrainTools,
  ) {}

  lookAgain(): void {
    this.hasNews = true;
  }

  reread(): void {
    this.isOld = true;
  }

  /** @returns whether something may be left, for another turn */
  async run(): Promise<boolean> {
    let isDone = false;
    while (!isDone) {
      if (!this.hasTime()) return true;
      this.hasNews = false;
      this.isOld = false;
      this.isCut = false;
      const count = await this.deliverBatch();
      isDone = count < BATCH && !this.hasNews && !this.isOld && !this.isCut;
    }
    return false;
  }

  private async deliverBatch(): Promise<number> {
    const { db, secrets, endpoint: find } = this.tools;
    const endpoint = await find();
    if (endpoint === undefined) return 0;
    const due = await db.query<DueRow>(null, LIST_DUE, [this.applicationId, endpoint.is_disabled, BATCH]);
    if (due.length === 0) return 0;
    const live = await secrets.live(null, this.applicationId);
    const aggregates = [...Map.groupBy(due, ({ aggregate }) => aggregate).values()];
    const lanes = Array.from({ length: Math.min(LANES, aggregates.length) }, () =>
      this.deliverAggregates(endpoint, live, aggregates),
    );
    const failure = (await Promise.allSettled(lanes)).find((end) => end.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
    return due.length;
  }

  /** Takes one aggregate after the other from those that are left. */
  private async deliverAggregates(endpoint: EndpointRow, secrets: readonly string[], left: DueRow[][]): Promise<void> {
    for (let aggregate = left.shift(); aggregate !== undefined; aggregate = left.shift()) {
      for (const due of aggregate) {
        this.isCut ||= this.hasFailed || this.isOld || !this.hasTime();
        if (this.isCut) return;
        try {
          await this.tools.attempt(endpoint, secrets, due);
        } catch (error) {
          this.hasFailed = true;
          throw error;
        }
      }
    }
  }

  private hasTime(): boolean {
    return performance.now() < this.end && this.tools.mayBegin();
  }
}
