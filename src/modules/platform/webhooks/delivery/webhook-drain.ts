import type { Database } from '#common/database/index.js';
import { aheadOfNow } from '#common/events/event.queries.js';
import type { RunningDrain } from '../outbox/webhook-wake-up.js';
import type { WebhookSecrets } from '../secrets/webhook-secrets.service.js';
import { MARK_DUE, type DueRow, type EndpointRow, LIST_NEXT, MAX_PER_AGGREGATE } from './webhook-worker.queries.js';

/** Deliveries read at once; more only if each aggregate has just one. */
const BATCH = 100;

/** Due deliveries by aggregate, and whether there are more. */
interface Found {
  readonly groups: readonly (readonly [aggregate: string, rows: readonly DueRow[]])[];
  readonly isMore: boolean;
}

/** Reads the due deliveries of an application round-robin over its aggregates, a few of each at a time. */
class WebhookRoundRobin {
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

/** Aggregates read at once: of single deliveries, and of those queued in bulk, such as by a replay. */
const SINGLE_AGGREGATES = 80;
const BULK_AGGREGATES = 20;

/** Deliveries that one statement marks as due. */
const MARK_DUE_BATCH = 5_000;

/** Concurrent attempts of one application. */
const MAX_LANES = 10;

/** Milliseconds after which a drain starts no more attempts when others wait for its slot: as long as an attempt may take. */
const TURN_MS = 15_000;

/** Milliseconds after which it ends anyway: the job queue considers jobs of hours dead. */
const MAX_TURN_MS = 600_000;

/** Milliseconds between reads for deliveries queued by other instances, while attempts run. */
const POLL_MS = 1_000;

/** What a drain depends on. */
export interface DrainContext {
  readonly db: Database;
  readonly secrets: WebhookSecrets;
  /** The current endpoint; undefined when nothing may be sent. */
  readonly endpoint: () => Promise<EndpointRow | undefined>;
  /** Makes one attempt and records it. */
  readonly attempt: (endpoint: EndpointRow, secrets: readonly string[], due: DueRow) => Promise<void>;
  /** Whether attempts may start at all. */
  readonly mayStart: () => boolean;
  /** Whether other applications wait for a slot. */
  readonly isContended: () => boolean;
}

/** Deliveries of one aggregate in order, with the settings when they were read. */
interface Group {
  readonly aggregate: string;
  readonly rows: readonly DueRow[];
  readonly endpoint: EndpointRow;
  readonly secrets: readonly string[];
  /** The version of the settings. */
  readonly version: number;
}

/**
 * Sends the due deliveries of one application for one turn: events of different aggregates concurrently, those of one
 * aggregate in order. Aggregates take turns; a hanging attempt blocks only its own aggregate.
 */
export class WebhookDrain implements RunningDrain {
  private readonly start = performance.now();
  private readonly lanes = new Set<Promise<void>>();
  /** Groups read and not started. More are read only once it is empty. */
  private pending: Group[] = [];
  /** Aggregates with running attempts, and those of them that a read has skipped. */
  private readonly busy = new Set<string>();
  private readonly skipped = new Set<string>();
  /** Whether more may be due than was read. */
  private hasMore = true;
  private version = 0;
  private failure: { readonly reason: unknown } | undefined;
  private notify: () => void = () => undefined;
  private readonly singles: WebhookRoundRobin;
  private readonly bulk: WebhookRoundRobin;

  constructor(
    private readonly applicationId: string,
    private readonly context: DrainContext,
  ) {
    this.singles = new WebhookRoundRobin(context.db, applicationId, false, SINGLE_AGGREGATES);
    this.bulk = new WebhookRoundRobin(context.db, applicationId, true, BULK_AGGREGATES);
  }

  wake(): void {
    this.hasMore = true;
    this.notify();
  }

  invalidate(): void {
    this.version += 1;
    this.wake();
  }

  /** @returns whether another turn may be needed */
  async run(): Promise<boolean> {
    try {
      while (this.hasMore && this.mayContinue()) {
        await this.read();
        this.fillLanes();
        await this.untilReadable();
      }
    } finally {
      await Promise.all(this.lanes);
    }
    if (this.failure !== undefined) throw this.failure.reason;
    return this.hasMore;
  }

  /** Reads due deliveries, except those of busy aggregates. */
  private async read(): Promise<void> {
    this.hasMore = false;
    const { secrets, endpoint: find } = this.context;
    const { version } = this;
    const endpoint = await find();
    if (endpoint === undefined) return;
    const busy = [...this.busy];
    for (const aggregate of busy) this.skipped.add(aggregate);
    await this.markDue();
    const singles = await this.singles.next(busy, endpoint.is_disabled);
    const taken = singles.groups.map(([aggregate]) => aggregate);
    const bulk = await this.bulk.next([...busy, ...taken], endpoint.is_disabled);
    if (singles.isMore || bulk.isMore) this.hasMore = true;
    const groups = [...singles.groups, ...bulk.groups];
    if (groups.length === 0) return;
    const live = await secrets.live(this.applicationId);
    this.pending = groups.map(([aggregate, rows]) => ({ aggregate, rows, endpoint, secrets: live, version }));
  }

  private async markDue(): Promise<void> {
    const values = [this.applicationId, MARK_DUE_BATCH];
    for (let count = MARK_DUE_BATCH; count === MARK_DUE_BATCH;) {
      count = await this.context.db.change(null, MARK_DUE, values);
    }
  }

  private fillLanes(): void {
    const count = Math.min(MAX_LANES - this.lanes.size, this.pending.length);
    for (let i = 0; i < count; i += 1) {
      const lane = this.deliverGroups().finally(() => {
        this.lanes.delete(lane);
        this.notify();
      });
      this.lanes.add(lane);
    }
  }

  /** Waits until there is reason and room to read more, or no attempt runs. */
  private async untilReadable(): Promise<void> {
    while (this.lanes.size > 0) {
      const hasRoom = this.pending.length === 0 && this.lanes.size < MAX_LANES;
      if (this.hasMore && hasRoom && this.mayContinue()) return;
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.notify = resolve;
        timer = setTimeout(() => this.wake(), POLL_MS);
      });
      clearTimeout(timer);
    }
  }

  private async deliverGroups(): Promise<void> {
    for (let group = this.pending.shift(); group !== undefined; group = this.pending.shift()) {
      this.busy.add(group.aggregate);
      await this.deliver(group).catch((reason: unknown) => (this.failure ??= { reason }));
      this.busy.delete(group.aggregate);
      if (this.skipped.delete(group.aggregate)) this.hasMore = true;
    }
  }

  private async deliver({ rows, endpoint, secrets, version }: Group): Promise<void> {
    for (const due of rows) {
      if (version !== this.version || !this.mayContinue()) {
        this.hasMore = true;
        return;
      }
      await this.context.attempt(endpoint, secrets, due);
    }
  }

  private mayContinue(): boolean {
    const age = performance.now() - this.start;
    const isTurnOver = age > MAX_TURN_MS || (age > TURN_MS && this.context.isContended());
    return !isTurnOver && this.failure === undefined && this.context.mayStart();
  }
}
