import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { Config } from '#common/config/config.js';
import { ChangeFeed, Database } from '#common/database/index.js';
import { Job, type JobContext, JobQueue } from '#common/jobs/index.js';
import { WebhookAttempts } from './webhook-attempts.js';
import { WebhookDrain } from './webhook-drain.js';
import { WebhookCancellation } from '../outbox/webhook-outbox.js';
import { WebhookSecrets } from '../secrets/webhook-secrets.service.js';
import { DELIVER, type DeliverPayload, WebhookWakeUp } from '../outbox/webhook-wake-up.js';
import { type EndpointRow, FIND_DUE_APPLICATIONS, FIND_ENDPOINT } from './webhook-worker.queries.js';
import { WebhookMetrics } from './webhook-metrics.js';

/** Slow slots per fast slot. */
const SLOW_PER_FAST = 4;

/** Milliseconds without another try after which a refused application loses its turn: several sweeps. */
const TURN_KEPT_MS = 10_000;

/** Held by a delivery job while it runs. */
export interface WebhookSlot {
  /** Exchanges a fast slot for a slow one, if one is free. */
  makeSlow(): void;
  release(): void;
}

/**
 * Limits the concurrent delivery jobs of an instance: some fast slots, and more slow ones for endpoints that are slow or fail,
 * so that hanging endpoints block others only when there are very many.
 */
export class WebhookSlots {
  private readonly queue: (() => void)[] = [];
  private fast: number;
  private slow: number;
  /** Half of the slow ones; the other half is for endpoints not known to fail. */
  private failing: number;
  /** Refused applications in order of arrival, with the time of the last refusal. */
  private readonly refused = new Map<string, number>();

  /**
   * @param fast fast slots, at least 1
   * @param now milliseconds of a clock that never goes back
   */
  constructor(
    fast: number,
    private readonly now = (): number => performance.now(),
  ) {
    this.fast = fast;
    this.slow = fast * SLOW_PER_FAST;
    this.failing = this.slow / 2;
  }

  /** A fast slot, as soon as one is free. */
  async acquire(): Promise<WebhookSlot> {
    if (this.fast > 0) this.fast -= 1;
    else await new Promise<void>((resolve) => this.queue.push(resolve));
    let isSlow = false;
    return {
      makeSlow: () => {
        if (isSlow || this.slow === 0) return;
        isSlow = true;
        this.slow -= 1;
        this.releaseFast();
      },
      release: () => {
        if (isSlow) this.slow += 1;
        else this.releaseFast();
      },
    };
  }

  /**
   * A slow slot for an application whose endpoint fails; undefined when none is free. Applications refused before come
   * first, so that a recovered endpoint is not blocked by hanging ones.
   */
  tryAcquireFailing(applicationId: string): WebhookSlot | undefined {
    if (this.positionOf(applicationId) >= Math.min(this.slow, this.failing)) {
      this.refused.set(applicationId, this.now());
      return undefined;
    }
    this.refused.delete(applicationId);
    this.slow -= 1;
    this.failing -= 1;
    return {
      makeSlow: () => undefined,
      release: () => {
        this.slow += 1;
        this.failing += 1;
      },
    };
  }

  /** Whether a job waits for a slot, or would have to. */
  areContended(): boolean {
    this.removeExpired();
    return this.fast === 0 || this.slow === 0 || this.refused.size > 0;
  }

  /** How many applications come first. */
  private positionOf(applicationId: string): number {
    this.removeExpired();
    const position = [...this.refused.keys()].indexOf(applicationId);
    return position === -1 ? this.refused.size : position;
  }

  private removeExpired(): void {
    const kept = this.now() - TURN_KEPT_MS;
    for (const [id, at] of this.refused) if (at < kept) this.refused.delete(id);
  }

  private releaseFast(): void {
    const next = this.queue.shift();
    if (next === undefined) this.fast += 1;
    else next();
  }
}

/** Milliseconds after which a delivery exchanges its fast slot for a slow one. */
const SLOW_MS = 1_000;

/**
 * Delivers to applications, each in its own job. Only one job of an application runs at a time in the cluster, since its
 * queue is the application; this keeps the order of events. See docs/spec/service.md#7.
 */
@Injectable()
export class WebhookWorker implements OnModuleInit {
  private readonly slots: WebhookSlots;

  constructor(
    config: Config,
    private readonly db: Database,
    private readonly feed: ChangeFeed,
    private readonly jobs: JobQueue,
    private readonly wakeUp: WebhookWakeUp,
    private readonly secrets: WebhookSecrets,
    private readonly cancellation: WebhookCancellation,
    private readonly attempts: WebhookAttempts,
  ) {
    this.slots = new WebhookSlots(config.webhookConcurrency);
  }

  onModuleInit(): void {
    this.feed.on('application', (id) => this.wakeUp.invalidate(id));
    this.feed.onReset(() => this.wakeUp.invalidate());
  }

  /** Sends the due deliveries of one application, for a limited time. */
  @Job(DELIVER)
  async deliver({ application_id: id }: DeliverPayload, { signal }: JobContext): Promise<void> {
    const endpoint = await this.endpoint(id);
    if (endpoint === undefined) return;
    // Without a slot, the sweep tries again.
    const slot = endpoint.is_failing ? this.slots.tryAcquireFailing(id) : await this.slots.acquire();
    if (slot === undefined) return;
    const timer = setTimeout(() => slot.makeSlow(), SLOW_MS);
    try {
      await this.drain(id, signal);
    } finally {
      clearTimeout(timer);
      slot.release();
    }
  }

  private async drain(id: string, signal: AbortSignal): Promise<void> {
    const drain = new WebhookDrain(id, {
      db: this.db,
      secrets: this.secrets,
      endpoint: () => this.endpoint(id),
      attempt: ({ url }, secrets, due) => this.attempts.make(id, url, secrets, due, signal),
      mayStart: () => !signal.aborted && this.jobs.holdsLease(),
      isContended: () => this.slots.areContended(),
    });
    this.wakeUp.register(id, drain);
    let hasMore = false;
    try {
      hasMore = await drain.run();
    } finally {
      this.wakeUp.unregister(id, drain);
      // While the job queue is not trusted, the drain would end at once again; the sweep tries later.
      if (hasMore && this.jobs.holdsLease()) this.wakeUp.wake([id]);
    }
  }

  /** The current endpoint; undefined when nothing may be sent. Cancels undeliverable deliveries. */
  private async endpoint(id: string): Promise<EndpointRow | undefined> {
    const row = await this.db.queryOne<EndpointRow>(null, FIND_ENDPOINT, [id]);
    if (row === undefined || row.is_disabled) await this.cancellation.cancelAll(id);
    return row?.is_inactive === true ? undefined : row;
  }
}

const SWEEP_MS = 2_000;

/**
 * Finds applications with due deliveries and starts their delivery: retries, and deliveries whose instance ended between the
 * commit and the wake-up.
 */
@Injectable()
export class WebhookSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(WebhookSweep.name);
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly db: Database,
    private readonly config: Config,
    private readonly wakeUp: WebhookWakeUp,
    private readonly metrics: WebhookMetrics,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.webhookConcurrency > 0) this.schedule();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.sweeping;
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.sweeping = this.sweep().finally(() => this.schedule());
    }, SWEEP_MS).unref();
  }

  private async sweep(): Promise<void> {
    try {
      const rows = await this.db.query<{ id: string }>(null, FIND_DUE_APPLICATIONS);
      this.metrics.setDue(rows.length);
      await this.wakeUp.wakeIdle(rows.map(({ id }) => id));
    } catch (error) {
      this.logger.debug(`failed to find due deliveries: ${String(error)}`);
    }
  }
}
