import { statement } from '../database/index.js';

/** `$1` its id, `$2` task, `$3` payload. */
export const INSERT_LONG_JOB = statement(
  'long-jobs.insert',
  'INSERT INTO long_jobs (id, task, payload) VALUES ($1, $2, $3)',
);

/** Starts attempt `$2` at job `$1`, unless the job has ended or was cancelled. */
export const BEGIN_LONG_JOB = statement(
  'long-jobs.begin',
  `UPDATE long_jobs SET runner = $2, heartbeat_at = now(), state = CASE WHEN is_cancelled THEN 'cancelled' ELSE 'running' END,
          finished_at = CASE WHEN is_cancelled THEN now() END
    WHERE id = $1 AND state IN ('waiting', 'running') RETURNING state`,
);

/** The task and payload of attempt `$2`. */
export const FIND_ATTEMPT = statement(
  'long-jobs.find-attempt',
  'SELECT task, payload FROM long_jobs WHERE id = $1 AND runner = $2',
);

/** A heartbeat of attempt `$2`, which has completed `$3` steps of `$4`. */
export const BEAT_LONG_JOB = statement(
  'long-jobs.beat',
  `UPDATE long_jobs SET heartbeat_at = now(), done = $3, total = $4
    WHERE id = $1 AND runner = $2 AND state = 'running' AND NOT is_cancelled`,
);

/** Ends attempt `$2` in state `$3`, with error `$4`; a cancelled job that fails is `cancelled`. */
export const END_LONG_JOB = statement(
  'long-jobs.end',
  `UPDATE long_jobs SET state = CASE WHEN is_cancelled AND $3 <> 'done' THEN 'cancelled' ELSE $3 END, error = $4,
          finished_at = CASE WHEN is_cancelled OR $3 <> 'waiting' THEN now() END
    WHERE id = $1 AND runner = $2 AND state = 'running' RETURNING state`,
);

/** A waiting job is cancelled at once, a running one at its next heartbeat. */
export const CANCEL_LONG_JOB = statement(
  'long-jobs.cancel',
  `UPDATE long_jobs SET is_cancelled = TRUE, state = CASE state WHEN 'waiting' THEN 'cancelled' ELSE state END,
          finished_at = CASE state WHEN 'waiting' THEN now() END
    WHERE id = $1 AND state IN ('waiting', 'running')`,
);

/** Ends what nobody works at any more and nobody begins anew: its last attempt could not say how it ended. */
export const FAIL_DEAD_LONG_JOBS = statement(
  'long-jobs.fail-dead',
  `UPDATE long_jobs SET state = CASE WHEN is_cancelled THEN 'cancelled' ELSE 'failed' END, error = $1, finished_at = now()
    WHERE state = 'running' AND heartbeat_at < now() - interval '10 minutes'`,
);

export const DELETE_EXPIRED_LONG_JOBS = statement(
  'long-jobs.delete-expired',
  `DELETE FROM long_jobs WHERE finished_at < now() - interval '30 days'`,
);
