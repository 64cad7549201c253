import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '../../../common/database/index.js';
import { JobQueue } from '../../../common/jobs/index.js';
import { WebhookMetrics } from './webhook-metrics.js';
import { WebhookWakeUp } from '../outbox/webhook-wake-up.js';
import { FIND_DUE_APPLICATIONS } from './webhook-worker.queries.js';

/** Milliseconds between two looks. */
const SWEEP_MS = 2_000;

/**
 * Finds what is due and wakes its delivery: retries whose time has come, and whatever was not woken, for an instance ended
 * between the commit of a change and its wake-up.
 */
@Injectable()
export class WebhookSweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(WebhookSweep.name);
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly db: Database,
    private readonly jobs: JobQueue,
    private readonly wakeUp: WebhookWakeUp,
    private readonly metrics: WebhookMetrics,
  ) {}

  onApplicationBootstrap(): void {
    if (this.jobs.isWorker) this.later();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.looking;
  }

  private later(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.looking = this.look().finally(() => this.later());
    }, SWEEP_MS).unref();
  }

  private async look(): Promise<void> {
    try {
      const rows = await this.db.query<{ id: string }>(null, FIND_DUE_APPLICATIONS);
      this.metrics.found(rows.length);
      await this.wakeUp.wakeIdle(rows.map(({ id }) => id));
    } catch (error) {
      this.logger.debug(`what is due could not be looked for: ${String(error)}`);
    }
  }
}
