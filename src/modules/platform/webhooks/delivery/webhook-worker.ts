import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '#common/config/config.js';
import { ChangeFeed, Database } from '#common/database/index.js';
import { Job, type JobContext, JobQueue } from '#common/jobs/index.js';
import { WebhookAttempts } from './webhook-attempts.js';
import { WebhookDrain } from './webhook-drain.js';
import { WebhookCancellation } from '../outbox/webhook-outbox.js';
import { WebhookSecrets } from '../secrets/webhook-secrets.service.js';
import { DELIVER, type DeliverPayload, WebhookWakeUp } from '../outbox/webhook-wake-up.js';
import { type EndpointRow, FIND_ENDPOINT } from './webhook-worker.queries.js';
import { WebhookSlots } from './webhook-slots.js';

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
