import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '#common/database/index.js';
import { JobQueue, JobType, type JobRequest } from '#common/jobs/index.js';

/** The payload of a delivery job. */
export interface DeliverPayload {
  application_id: string;
}

/** Jobs per fast slot: the others wait for the network, which costs little. */
const JOBS_PER_SLOT = 5;

/** Sends the due deliveries of one application. The sweep repeats a job that failed. */
export const DELIVER = new JobType<DeliverPayload>('deliver-webhooks', {
  retries: 0,
  slots: ({ webhookConcurrency }) => webhookConcurrency * JOBS_PER_SLOT,
});

/** A drain of this instance. */
export interface RunningDrain {
  /** New deliveries may be due. */
  wake(): void;
  /** The application's settings may have changed: it starts no more attempts with those it has read. */
  invalidate(): void;
}

/** Starts the delivery to applications, and knows the drains of this instance. Best effort: the sweep finds what it misses. */
@Injectable()
export class WebhookWakeUp {
  private readonly logger = new Logger(WebhookWakeUp.name);
  private readonly drains = new Map<string, RunningDrain>();
  private waiting = new Set<string>();
  private adding = false;

  constructor(
    private readonly db: Database,
    private readonly jobs: JobQueue,
  ) {}

  register(applicationId: string, drain: RunningDrain): void {
    this.drains.set(applicationId, drain);
  }

  unregister(applicationId: string, drain: RunningDrain): void {
    if (this.drains.get(applicationId) === drain) this.drains.delete(applicationId);
  }

  /** Makes the drain of an application, or all drains, read its settings again. */
  invalidate(applicationId?: string): void {
    if (applicationId !== undefined) this.drains.get(applicationId)?.invalidate();
    else for (const drain of this.drains.values()) drain.invalidate();
  }

  /** Starts the delivery to an application once the transaction has committed. */
  afterCommit(tx: EntityManager, applicationId: string): void {
    this.db.afterCommit(tx, () => this.wake([applicationId]));
  }

  /** Starts the delivery to applications. A drain that runs here needs no job. */
  wake(applicationIds: readonly string[]): void {
    for (const id of applicationIds) {
      const drain = this.drains.get(id);
      if (drain === undefined) this.waiting.add(id);
      else drain.wake();
    }
    if (!this.adding && this.waiting.size > 0) void this.addJobs();
  }

  /** Starts the delivery to those applications for which no job waits or runs. */
  async wakeIdle(applicationIds: readonly string[]): Promise<void> {
    const idle = applicationIds.filter((id) => this.drains.get(id) === undefined);
    if (idle.length > 0) await this.jobs.addMissing(DELIVER, ...[...idle].sort().map(jobOf));
  }

  /** Adds jobs; applications that come meanwhile go together in the next statement. */
  private async addJobs(): Promise<void> {
    this.adding = true;
    while (this.waiting.size > 0) {
      const ids = [...this.waiting].sort();
      this.waiting = new Set();
      try {
        await this.jobs.add(null, DELIVER, ...ids.map(jobOf));
      } catch (error) {
        this.logger.debug(`failed to add jobs for ${ids.length} applications: ${String(error)}`);
      }
    }
    this.adding = false;
  }
}

function jobOf(applicationId: string): JobRequest<DeliverPayload> & { key: string } {
  return { payload: { application_id: applicationId }, queue: applicationId, key: applicationId };
}
