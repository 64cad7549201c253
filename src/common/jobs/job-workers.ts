import type { Pool } from 'pg';
import { JOB_SCHEMA } from './job-schema.js';

/** Seconds without a sign of life after which a worker's jobs are given to others. */
const DEAD_SECONDS = 10;

/** Milliseconds without a sign of life after which a worker must take itself for dead: well before the others do. */
const DOUBTFUL_MS = 7_000;

/** Seconds for which the sign of life of a worker that has gone is kept. */
const FORGET_SECONDS = 600;

const LONG_AGO = `clock_timestamp() - make_interval(secs => ${DEAD_SECONDS})`;

/**
 * Gives a sign of life of worker `$1`, and finds those that hold jobs, but give none. A job that was only just taken may be
 * of a worker that has not done so yet. Frees also queues that are held though none of their jobs runs: a worker that was
 * taken for dead and was not has ended the job under the one that took it over, which then finds nothing to end.
 */
const BEAT = `
  WITH beat AS (
    INSERT INTO job_workers (id, seen_at) VALUES ($1, clock_timestamp())
        ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at
  ), queues AS (
    UPDATE ${JOB_SCHEMA}._private_job_queues q SET locked_at = NULL, locked_by = NULL
     WHERE q.locked_at < ${LONG_AGO}
       AND NOT EXISTS (SELECT FROM ${JOB_SCHEMA}._private_jobs j WHERE j.job_queue_id = q.id AND j.locked_at IS NOT NULL)
  )
  SELECT DISTINCT j.locked_by AS id FROM ${JOB_SCHEMA}.jobs j
   WHERE j.locked_by <> $1 AND j.locked_at < ${LONG_AGO}
     AND NOT EXISTS (SELECT FROM job_workers w WHERE w.id = j.locked_by AND w.seen_at > ${LONG_AGO})`;

const FREE = `SELECT ${JOB_SCHEMA}.force_unlock_workers($1::text[])`;

const FORGET = `
  DELETE FROM job_workers WHERE id = ANY ($1::text[]) OR seen_at < clock_timestamp() - make_interval(secs => ${FORGET_SECONDS})`;

/**
 * Who works on jobs, in the whole cluster. The library keeps the jobs of a worker that has crashed locked for hours;
 * therefore each worker gives signs of life, and each frees the jobs of those that give none.
 */
export class JobWorkers {
  private lastBeat = -Infinity;

  constructor(private readonly pool: Pool) {}

  /** A run begins: what it takes from now on is its own for some seconds at least. */
  begin(): void {
    this.lastBeat = performance.now();
  }

  /**
   * Gives a sign of life, and frees the jobs of workers that have died; safe on several instances at the same time.
   * @returns how many have died
   */
  async beat(id: string): Promise<number> {
    const sent = performance.now();
    const { rows } = await this.pool.query<{ id: string }>({ name: 'job-workers.beat', text: BEAT, values: [id] });
    this.lastBeat = sent;
    if (rows.length > 0) await this.free(rows.map((dead) => dead.id));
    return rows.length;
  }

  /** Whether the last sign of life is so recent that no other instance can have taken this one for dead. */
  isBeating(): boolean {
    return performance.now() - this.lastBeat < DOUBTFUL_MS;
  }

  /** Frees the jobs of workers that have ended, and forgets them. */
  async free(ids: readonly string[]): Promise<void> {
    await this.pool.query(FREE, [ids]);
    await this.pool.query(FORGET, [ids]);
  }
}
