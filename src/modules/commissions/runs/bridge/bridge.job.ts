import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Subscriber, type RecordedEvent } from '#common/events/index.js';
import { Job, JobQueue, JobType } from '#common/jobs/index.js';
import { Bridges } from './bridge.service.js';

/** Finds out why a run differs from the one before. */
const COMPARE = new JobType<{ runId: number }>('commissions.bridge', { retries: 3 });

/** Has a run compared with the one before as soon as it is calculated, so that nobody waits who asks for it. Decision 107. */
@Injectable()
export class BridgeJob {
  constructor(
    private readonly jobs: JobQueue,
    private readonly bridges: Bridges,
  ) {}

  /** Only adds the job: the run does not wait for it, nor fail with it. Few of the service's own previews are looked at. */
  @Subscriber('commission.calculated')
  async request(tx: EntityManager, events: readonly RecordedEvent<'commission.calculated'>[]): Promise<void> {
    for (const { data } of events.filter((one) => !one.data.automatic))
      await this.jobs.add(tx, COMPARE, { payload: { runId: data.run_id }, queue: COMPARE.task });
  }

  @Job(COMPARE)
  async compare({ runId }: { runId: number }): Promise<void> {
    await this.bridges.keep(runId);
  }
}
