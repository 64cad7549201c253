import type { Database } from '../../../common/database/index.js';
import type { RunningDrain } from '../outbox/webhook-drains.js';
import type { WebhookSecrets } from '../secrets/webhook-secrets.service.js';
import { WebhookRound } from './webhook-round.js';
import { LET_BEGIN, type DueRow, type EndpointRow } from './webhook-worker.queries.js';

/** Things that are read at once: of what happened singly, and of what was queued in bulk, such as a replay. */
const SINGLE_THINGS = 80;
const BULK_THINGS = 20;

/** Deliveries that one statement lets begin again. */
const LET_BEGIN_BATCH = 5_000;

/** Attempts of one application at the same time. */
const LANES = 10;

/** Milliseconds after which a drain begins nothing more when others wait for its place: as long as an attempt may take. */
const TURN_MS = 15_000;

/** Milliseconds after which it ends in any case: the job queue takes a job of hours for one that is dead. */
const LONGEST_MS = 600_000;

/** Milliseconds after which it looks for what other instances have queued, while something is under way. */
const LOOK_MS = 1_000;

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
  /** Whether others wait for the place of this drain. */
  readonly isWanted: () => boolean;
}

/** Deliveries of one aggregate, in their order, with what was known when they were read. */
interface Group {
  readonly aggregate: string;
  readonly rows: readonly DueRow[];
  readonly endpoint: EndpointRow;
  readonly secrets: readonly string[];
  /** Which reading of the application it came with. */
  readonly edition: number;
}

/**
 * Delivers what is due to one application: events of different aggregates at the same time, those of one aggregate in
 * their order. However much waits of one aggregate, the others have their turns; an attempt that hangs holds up its own
 * aggregate alone. It lives for one turn.
 */
export class WebhookDrain implements RunningDrain {
  private readonly start = performance.now();
  private readonly lanes = new Set<Promise<void>>();
  /** What was read and has not begun. Nothing is read before it is empty, so all that is read after is fresh. */
  private left: Group[] = [];
  /** Aggregates under way, and those of them that a reading has left out since. */
  private readonly busy = new Set<string>();
  private readonly leftOut = new Set<string>();
  /** Whether something may be due that was not read. */
  private isOwed = true;
  private edition = 0;
  private failure: { readonly reason: unknown } | undefined;
  private nudge: () => void = () => undefined;
  private readonly singles: WebhookRound;
  private readonly bulk: WebhookRound;

  constructor(
    private readonly applicationId: string,
    private readonly tools: DrainTools,
  ) {
    this.singles = new WebhookRound(tools.db, applicationId, false, SINGLE_THINGS);
    this.bulk = new WebhookRound(tools.db, applicationId, true, BULK_THINGS);
  }

  lookAgain(): void {
    this.isOwed = true;
    this.nudge();
  }

  reread(): void {
    this.edition += 1;
    this.lookAgain();
  }

  /** @returns whether something may be left, for another turn */
  async run(): Promise<boolean> {
    try {
      while (this.isOwed && this.mayGoOn()) {
        await this.read();
        this.fillLanes();
        await this.untilWanted();
      }
    } finally {
      await Promise.all(this.lanes);
    }
    if (this.failure !== undefined) throw this.failure.reason;
    return this.isOwed;
  }

  /** Reads what is due, but for the aggregates that are under way: their turn comes when that has ended. */
  private async read(): Promise<void> {
    this.isOwed = false;
    const { secrets, endpoint: find } = this.tools;
    const { edition } = this;
    const endpoint = await find();
    if (endpoint === undefined) return;
    const busy = [...this.busy];
    for (const aggregate of busy) this.leftOut.add(aggregate);
    await this.letBegin();
    const singles = await this.singles.next(busy, endpoint.is_disabled);
    const taken = singles.groups.map(([aggregate]) => aggregate);
    const bulk = await this.bulk.next([...busy, ...taken], endpoint.is_disabled);
    if (singles.isMore || bulk.isMore) this.isOwed = true;
    const groups = [...singles.groups, ...bulk.groups];
    if (groups.length === 0) return;
    const live = await secrets.live(null, this.applicationId);
    this.left = groups.map(([aggregate, rows]) => ({ aggregate, rows, endpoint, secrets: live, edition }));
  }

  private async letBegin(): Promise<void> {
    const values = [this.applicationId, LET_BEGIN_BATCH];
    for (let count = LET_BEGIN_BATCH; count === LET_BEGIN_BATCH;) {
      count = await this.tools.db.change(null, LET_BEGIN, values);
    }
  }

  private fillLanes(): void {
    const count = Math.min(LANES - this.lanes.size, this.left.length);
    for (let i = 0; i < count; i += 1) {
      const lane = this.deliverGroups().finally(() => {
        this.lanes.delete(lane);
        this.nudge();
      });
      this.lanes.add(lane);
    }
  }

  /** Waits until there is reason to read and room for what is found, or nothing is under way. */
  private async untilWanted(): Promise<void> {
    while (this.lanes.size > 0) {
      const hasRoom = this.left.length === 0 && this.lanes.size < LANES;
      if (this.isOwed && hasRoom && this.mayGoOn()) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.nudge = resolve;
        timer = setTimeout(() => this.lookAgain(), LOOK_MS);
      });
      clearTimeout(timer);
    }
  }

  /** Takes one aggregate after the other from those that are left. */
  private async deliverGroups(): Promise<void> {
    for (let group = this.left.shift(); group !== undefined; group = this.left.shift()) {
      this.busy.add(group.aggregate);
      await this.deliver(group).catch((reason: unknown) => (this.failure ??= { reason }));
      this.busy.delete(group.aggregate);
      if (this.leftOut.delete(group.aggregate)) this.isOwed = true;
    }
  }

  private async deliver({ rows, endpoint, secrets, edition }: Group): Promise<void> {
    for (const due of rows) {
      if (edition !== this.edition || !this.mayGoOn()) {
        this.isOwed = true;
        return;
      }
      await this.tools.attempt(endpoint, secrets, due);
    }
  }

  private mayGoOn(): boolean {
    const age = performance.now() - this.start;
    const isTurnOver = age > LONGEST_MS || (age > TURN_MS && this.tools.isWanted());
    return !isTurnOver && this.failure === undefined && this.tools.mayBegin();
  }
}
