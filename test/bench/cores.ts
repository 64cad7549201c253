import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The core of the measured server. */
export const SERVER_CORE = 0;

/** That of the load and the database. */
const LOAD_CORE = 1;

/**
 * Puts this process, and the database that it starts, on the core of the load.
 * @throws Error on a machine with a single core, or without `taskset`
 */
export function leaveServerCore(): void {
  if (availableParallelism() < 2) throw new Error('the benchmark needs two cores');
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(LOAD_CORE), String(process.pid)]);
}
