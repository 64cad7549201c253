import { Injectable } from '@nestjs/common';
import type { Caller } from '#common/access/index.js';
import { Database } from '#common/database/index.js';
import { LongJobs } from '#common/jobs/index.js';
import { Calculation } from '../calculation/calculation.service.js';
import { CommissionRun } from '../run.entity.js';
import { RunApproval } from '../run-approval.action.js';
import { RunsService } from '../runs.service.js';
import { Posting } from './posting.service.js';

/** Closes a period from beginning to end, for the demo's past. */
@Injectable()
export class PostingAtOnce {
  constructor(
    private readonly db: Database,
    private readonly runs: RunsService,
    private readonly approval: RunApproval,
    private readonly calculation: Calculation,
    private readonly posting: Posting,
    private readonly jobs: LongJobs,
  ) {}

  /**
   * Runs a period, approves the run and posts it. All in this process: another one would take longer to begin than a small
   * network takes to be calculated.
   * @param caller may approve what they started, so the plan must not ask for four eyes
   * @throws AppError as each of these does
   */
  async close(caller: Caller, period: string): Promise<void> {
    const run = await this.db.ambientTransaction(async (tx) => {
      const { id } = await this.runs.start(caller, { period, kind: 'final' });
      const made = await tx.findOneByOrFail(CommissionRun, { id });
      // Nobody else is to begin it, nor to end it because its job has ended.
      await this.jobs.cancel(made.jobId!);
      await tx.update(CommissionRun, made.id, { jobId: null });
      return made;
    });
    const { signal } = new AbortController();
    await this.calculation.calculate({ runId: run.id }, { signal, progress: () => undefined });
    await this.approval.approve(caller, String(run.id));
    await this.posting.post(caller, String(run.id));
  }
}
