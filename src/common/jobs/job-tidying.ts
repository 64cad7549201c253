import type { Pool } from 'pg';
import { JOB_SCHEMA } from './job-schema.js';

/** A job that is being asked for must find its queue: it waits until the queues without jobs are gone, or they for it. */
const LOCK_QUEUES = `LOCK TABLE ${JOB_SCHEMA}._private_job_queues IN SHARE ROW EXCLUSIVE MODE`;

/** Jobs that were asked for again while they ran, and whose worker died: another one has taken their place. */
const DELETE_DEAD = `DELETE FROM ${JOB_SCHEMA}._private_jobs WHERE attempts >= max_attempts AND locked_at IS NULL`;

const DELETE_QUEUES = `
  DELETE FROM ${JOB_SCHEMA}._private_job_queues q
   WHERE q.locked_at IS NULL AND NOT EXISTS (SELECT FROM ${JOB_SCHEMA}._private_jobs j WHERE j.job_queue_id = q.id)`;

/**
 * Removes dead jobs, and queues without jobs: each look for jobs locks all queues that are free, so that those of which
 * nothing has come for long would only cost.
 */
export async function tidyJobs(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(LOCK_QUEUES);
    await client.query(DELETE_DEAD);
    await client.query(DELETE_QUEUES);
    await client.query('COMMIT');
    client.release();
  } catch (error) {
    // The connection goes, and its transaction with it.
    client.release(true);
    throw error;
  }
}
