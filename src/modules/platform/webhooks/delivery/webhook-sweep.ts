import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Config } from '#common/config/config.js';
import { Database } from '#common/database/index.js';
import { WebhookWakeUp } from '../outbox/webhook-wake-up.js';
import { FIND_DUE_APPLICATIONS } from './webhook-worker.queries.js';
import { WebhookMetrics } from './webhook-metrics.js';

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
