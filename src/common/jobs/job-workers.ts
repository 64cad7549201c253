import type { Pool } from 'pg';
import { statement } from '../database/index.js';
import { JOB_SCHEMA } from './job-pool.js';

/** Seconds without a heartbeat after which a worker is dead, and others get its jobs. */
const DEAD_SECONDS = 10;

/** Milliseconds without a heartbeat after which a worker must consider itself dead: well before the others do. */
const DOUBTFUL_MS = 7_000;

const LONG_AGO = `clock_timestamp() - make_interval(secs => ${DEAD_SECONDS})`;

/**
 * A heartbeat of worker `$1`; unlocks the jobs of dead workers and deletes their rows. A job locked moments ago may belong
 * to a worker that has not sent its first heartbeat yet.
 */
const BEAT = statement(
  'job-workers.beat',
  `WITH beat AS (
     INSERT INTO job_workers (id, seen_at) VALUES ($1, clock_timestamp())
         ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at
   ), silent AS (
     DELETE FROM job_workers WHERE id <> $1 AND seen_at < ${LONG_AGO} RETURNING id
   ), dead AS (
     SELECT id FROM silent UNION
     SELECT j.locked_by FROM ${JOB_SCHEMA}.jobs j
      WHERE j.locked_by <> $1 AND j.locked_at < ${LONG_AGO}
        AND NOT EXISTS (SELECT FROM job_workers w WHERE w.id = j.locked_by AND w.seen_at >= ${LONG_AGO})
   )
   SELECT count(*) AS count, ${JOB_SCHEMA}.force_unlock_workers(array_agg(id)) FROM dead HAVING count(*) > 0`,
);

/** Unlocks the jobs of worker `$1` and deletes its row. */
const FREE = statement(
  'job-workers.free',
  `WITH gone AS (DELETE FROM job_workers WHERE id = $1) SELECT ${JOB_SCHEMA}.force_unlock_workers(ARRAY[$1::text])`,
);

/**
 * The workers of all instances. The library keeps the jobs of a crashed worker locked for hours; therefore each worker
 * sends heartbeats, and unlocks the jobs of workers that send none.
 */
export class JobWorkers {
  private lastBeat = -Infinity;

  constructor(private readonly pool: Pool) {}

  /** A run starts: jobs that it locks from now on stay locked for some seconds at least. */
  begin(): void {
    this.lastBeat = performance.now();
  }

  /**
   * Sends a heartbeat, and unlocks the jobs of dead workers; safe on several instances at the same time.
   * @returns the number of dead workers
   */
  async beat(id: string): Promise<number> {
    const sent = performance.now();
    const { rows } = await this.pool.query<{ count: number }>({ ...BEAT, values: [id] });
    this.lastBeat = sent;
    return rows[0]?.count ?? 0;
  }

  /** Whether the last heartbeat is so recent that no other instance can consider this one dead. */
  isBeating(): boolean {
    return performance.now() - this.lastBeat < DOUBTFUL_MS;
  }

  /** Unlocks the jobs of a stopped worker and deletes its row. */
  async free(id: string): Promise<void> {
    await this.pool.query({ ...FREE, values: [id] });
  }
}
