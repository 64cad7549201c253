import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Config } from '../../../common/config/config.js';
import { ChangeFeed, Database } from '../../../common/database/index.js';
import { JobQueue } from '../../../common/jobs/index.js';
import { WebhookAttempts } from './webhook-attempts.js';
import { WebhookDrain } from './webhook-drain.js';
import { WebhookDrains } from '../outbox/webhook-drains.js';
import { WebhookCancellation } from '../outbox/webhook-cancellation.js';
import { WebhookPlaces } from './webhook-places.js';
import { WebhookSecrets } from '../secrets/webhook-secrets.service.js';
import { DELIVER_TASK, WebhookWakeUp, type DeliverPayload } from '../outbox/webhook-wake-up.js';
import { FIND_ENDPOINT, type EndpointRow } from './webhook-worker.queries.js';

/** Milliseconds after which a delivery makes place for others. */
const SLOW_MS = 1_000;

/**
 * Delivers to applications, each in a job of its own. Only one job of an application runs at a time in the whole cluster,
 * for its queue is the application; so the order of events can be kept. Section 7 of the decisions.
 */
@Injectable()
export class WebhookWorker implements OnModuleInit {
  private readonly places: WebhookPlaces;

  constructor(
    config: Config,
    private readonly db: Database,
    private readonly feed: ChangeFeed,
    private readonly jobs: JobQueue,
    private readonly wakeUp: WebhookWakeUp,
    private readonly drains: WebhookDrains,
    private readonly secrets: WebhookSecrets,
    private readonly cancellation: WebhookCancellation,
    private readonly attempts: WebhookAttempts,
  ) {
    this.places = new WebhookPlaces(config.webhookConcurrency);
  }

  onModuleInit(): void {
    this.jobs.register(DELIVER_TASK, (payload, signal) => this.deliver(payload as DeliverPayload, signal));
    this.feed.on('application', (id) => this.drains.get(id)?.reread());
    this.feed.onReset(() => {
      for (const drain of this.drains.all()) drain.reread();
    });
  }

  private async deliver({ application_id: id }: DeliverPayload, signal: AbortSignal): Promise<void> {
    const endpoint = await this.endpoint(id);
    if (endpoint === undefined) return;
    // One that finds no place comes back with the sweep.
    const place = endpoint.is_failing ? this.places.enterFailing(id) : await this.places.enter();
    if (place === undefined) return;
    const timer = setTimeout(() => place.moveAside(), SLOW_MS);
    try {
      await this.drain(id, signal);
    } finally {
      clearTimeout(timer);
      place.leave();
    }
  }

  private async drain(id: string, signal: AbortSignal): Promise<void> {
    const drain = new WebhookDrain(id, {
      db: this.db,
      secrets: this.secrets,
      endpoint: () => this.endpoint(id),
      attempt: ({ url }, secrets, due) => this.attempts.make(id, url, secrets, due, signal),
      mayBegin: () => !signal.aborted && this.jobs.isTrusted(),
      isWanted: () => this.places.areWanted(),
    });
    this.drains.enter(id, drain);
    let isLeft = false;
    try {
      isLeft = await drain.run();
    } finally {
      this.drains.leave(id, drain);
      // Without trust in itself, this instance would only turn in a circle; the sweep comes back to it.
      if (isLeft && this.jobs.isTrusted()) this.wakeUp.wake([id]);
    }
  }

  /** Where deliveries go now; undefined when they wait or have nowhere to go, and then what waits in vain is cancelled. */
  private async endpoint(id: string): Promise<EndpointRow | undefined> {
    const row = await this.db.queryOne<EndpointRow>(null, FIND_ENDPOINT, [id]);
    if (row === undefined || row.is_disabled) await this.cancellation.all(id);
    return row?.is_inactive === true ? undefined : row;
  }
}
