import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Subscriber, type RecordedEvent } from '#common/events/index.js';
import { Job, JobQueue, JobType } from '#common/jobs/index.js';
import { Compliance } from './compliance.service.js';

/** Calculates what compliance says of a period that was posted. */
const CALCULATE = new JobType<{ period: string }>('commissions.fairness', { retries: 3 });

/** Has compliance calculated soon after each posting, so that nobody waits who asks for it. Decision 74. */
@Injectable()
export class FairnessJob {
  constructor(
    private readonly jobs: JobQueue,
    private readonly compliance: Compliance,
  ) {}

  /** Only adds the job: posting does not wait for it, nor fail with it. */
  @Subscriber('commission.posted')
  async request(tx: EntityManager, events: readonly RecordedEvent<'commission.posted'>[]): Promise<void> {
    for (const { data } of events)
      await this.jobs.add(tx, CALCULATE, { payload: { period: data.period }, queue: CALCULATE.task });
  }

  @Job(CALCULATE)
  async calculate({ period }: { period: string }): Promise<void> {
    await this.compliance.read(period);
  }
}
