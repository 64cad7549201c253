import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, statement } from '#common/database/index.js';
import { isLockedByOthers } from '#common/errors/database-errors.js';
import { Job, JobQueue, JobType, Retention } from '#common/jobs/index.js';

/** Drops what a run came to. */
const DROP = new JobType<{ runId: number }>('commissions.drop-results', { retries: 3 });

/** Dropping a partition locks its table: who reads or writes it is waited for briefly, and later again. */
const WAIT_BRIEFLY = statement('runs.wait-briefly', `SELECT set_config('lock_timeout', '1s', true)`);

/** Ended runs whose results are still there. */
const FIND_LEFT = statement(
  'runs.find-left',
  `SELECT r.id FROM commission_runs r
    WHERE r.status IN ('failed', 'cancelled', 'discarded')
      AND coalesce(to_regclass('commission_lines_' || r.id), to_regclass('commission_members_' || r.id),
                   to_regclass('commission_legs_' || r.id)) IS NOT NULL`,
);

/** Drops the results of runs that are discarded. They are partitions of their own, so that dropping one costs the same whatever it holds. */
@Injectable()
export class ResultsDropping {
  constructor(
    private readonly db: Database,
    private readonly jobs: JobQueue,
  ) {}

  /** Has the results of a run dropped soon after the transaction that discards it. */
  async request(tx: EntityManager, runId: number): Promise<void> {
    await this.jobs.add(tx, DROP, { payload: { runId } });
  }

  @Job(DROP)
  async drop({ runId }: { runId: number }): Promise<void> {
    await this.db.transaction(async (tx) => {
      await this.db.query(tx, WAIT_BRIEFLY);
      const tables = ['lines', 'members', 'legs'].map((name) => `commission_${name}_${runId}`);
      await tx.query(`DROP TABLE IF EXISTS ${tables.join(', ')}`);
    });
  }

  /** What a job could not drop. */
  @Retention('results of runs that are discarded, soon after')
  async dropLeft(): Promise<void> {
    for (const { id } of await this.db.query<{ id: number }>(null, FIND_LEFT)) {
      // One that is in the way of a run that writes is dropped the next time.
      await this.drop({ runId: id }).catch((error: unknown) => {
        if (!isLockedByOthers(error)) throw error;
      });
    }
  }
}
