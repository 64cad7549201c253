import pg from 'pg';
import { until } from './until.js';

/**
 * Holds a lock while something is done.
 * @param lock the statement that takes it
 * @param act gets a function that waits until somebody wants the lock
 */
export async function whileHeld<Result>(
  { url }: { url: string },
  lock: string,
  act: (isWanted: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const holder = new pg.Client({ connectionString: url });
  const observer = new pg.Client({ connectionString: url });
  await Promise.all([holder.connect(), observer.connect()]);
  try {
    const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await holder.query('BEGIN');
    await holder.query(lock);
    const waiting = 'SELECT FROM pg_stat_activity WHERE $1 = ANY (pg_blocking_pids(pid))';
    return await act(() => until(async () => (await observer.query(waiting, [rows[0]!.pid])).rowCount! > 0));
  } finally {
    await Promise.all([holder.end(), observer.end()]);
  }
}
