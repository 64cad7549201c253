import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../../common/database/index.js';
import { JobQueue, type JobWish } from '../../../common/jobs/index.js';
import { WebhookDrains } from './webhook-drains.js';

/** The task that delivers what is due to one application. */
export const DELIVER_TASK = 'deliver-webhooks';

/** What the task gets. */
export interface DeliverPayload {
  application_id: string;
}

/** Wakes the delivery of an application's webhooks. Best effort: what it misses is found by the sweep, within seconds. */
@Injectable()
export class WebhookWakeUp {
  private readonly logger = new Logger(WebhookWakeUp.name);
  private waiting = new Set<string>();
  private asking = false;

  constructor(
    private readonly db: Database,
    private readonly jobs: JobQueue,
    private readonly drains: WebhookDrains,
  ) {}

  /** Wakes the delivery to an application once a transaction that made or changed deliveries has committed. */
  afterCommit(tx: EntityManager, applicationId: string): void {
    this.db.afterCommit(tx, () => this.wake([applicationId]));
  }

  /** Wakes the delivery to applications now. Whoever is being delivered to here needs no job, only a word. */
  wake(applicationIds: readonly string[]): void {
    for (const id of applicationIds) {
      const drain = this.drains.get(id);
      if (drain === undefined) this.waiting.add(id);
      else drain.lookAgain();
    }
    if (!this.asking && this.waiting.size > 0) void this.ask();
  }

  /**
   * Wakes the delivery to those applications for which no job waits or runs.
   * @throws what the database says
   */
  async wakeIdle(applicationIds: readonly string[]): Promise<void> {
    const idle = applicationIds.filter((id) => this.drains.get(id) === undefined);
    if (idle.length > 0) await this.jobs.addMissing([...idle].sort().map(jobOf));
  }

  /** Asks for one job after the other: what is to be woken meanwhile goes together, once for each application. */
  private async ask(): Promise<void> {
    this.asking = true;
    while (this.waiting.size > 0) {
      const ids = [...this.waiting].sort();
      this.waiting = new Set();
      try {
        await this.jobs.add(ids.map(jobOf));
      } catch (error) {
        this.logger.debug(`the delivery to ${ids.length} applications was not woken: ${String(error)}`);
      }
    }
    this.asking = false;
  }
}

function jobOf(applicationId: string): JobWish {
  const payload: DeliverPayload = { application_id: applicationId };
  return { task: DELIVER_TASK, payload, queue: applicationId, key: applicationId };
}
