import { fork } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/** The environment variable that passes the attempt to a job process. */
const VARIABLE = 'COMMERCE_JOB';

/** MiB of the heap's old generation in a job process: long jobs stream, so what a larger one holds is only rubbish. */
const HEAP_MIB = 256;

/** Milliseconds that a job has to stop after its process received a signal. */
const STOP_MS = 5_000;

/** One attempt at a long job. */
export interface Attempt {
  readonly id: string;
  readonly runner: string;
}

/** Whether this process does one attempt at a long job, and nothing else. */
export function isJobProcess(env: NodeJS.ProcessEnv): boolean {
  return env[VARIABLE] !== undefined;
}

/** The attempt that this process was started for; undefined in other processes. */
export function readAttempt(env: NodeJS.ProcessEnv): Attempt | undefined {
  const text = env[VARIABLE];
  return text === undefined ? undefined : (JSON.parse(text) as Attempt);
}

/**
 * In the child process, before it loads the program: lets requests go first where they and the job want the same core. A
 * sandbox may forbid it, and the job is done all the same.
 */
export function letRequestsGoFirst(): void {
  for (const thread of threads()) {
    try {
      setPriority(thread, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // Forbidden, or the thread has ended.
    }
  }
}

/** Those that V8 has begun: on Linux each has a priority of its own, which later ones inherit. 0 is the process. */
function threads(): readonly number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [0];
  }
}

/**
 * Runs one attempt at a job in a child process of the same program, and waits for its exit.
 * @param databaseUrl past any pooler: a job has one transaction for minutes, which would keep others from its connections
 * @param signal stops it
 * @throws Error with the attempt's failure, or how the process exited
 */
export async function runJobProcess(attempt: Attempt, databaseUrl: string, signal: AbortSignal): Promise<void> {
  const child = fork(process.argv[1]!, [], {
    env: { ...process.env, DATABASE_URL: databaseUrl, DATABASE_DIRECT_URL: '', [VARIABLE]: JSON.stringify(attempt) },
    execArgv: [...process.execArgv, `--max-old-space-size=${HEAP_MIB}`],
  });
  const stop = (): void => void child.kill('SIGTERM');
  const kill = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', stop);
  // The child must not outlive this process.
  process.once('exit', kill);
  let failure: unknown;
  child.once('message', (message) => (failure = message));
  try {
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, by) => {
        if (code === 0) resolve();
        else
          reject(new Error(typeof failure === 'string' ? failure : `its process ended with ${by ?? `code ${code}`}`));
      });
    });
  } finally {
    signal.removeEventListener('abort', stop);
    process.off('exit', kill);
  }
}

/**
 * In the child process: runs the attempt, reports its failure to the parent, and exits; also stops if the parent exits.
 * @param work the attempt; it must stop soon after its signal aborts
 */
export async function endJobProcess(work: (signal: AbortSignal) => Promise<void>): Promise<never> {
  const stopping = new AbortController();
  const stop = (): void => {
    stopping.abort();
    setTimeout(() => process.exit(1), STOP_MS).unref();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  process.once('disconnect', stop);
  try {
    await work(stopping.signal);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await new Promise((resolve) => (process.connected ? process.send!(message, resolve) : resolve(null)));
    process.exit(1);
  }
  process.exit(0);
}
