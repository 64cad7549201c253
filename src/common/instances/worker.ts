import { randomUUID } from 'node:crypto';
import { on } from 'node:events';

/** The environment variable with the worker's number. */
export const WORKER_NUMBER = 'COMMERCE_WORKER';

/** Milliseconds to wait for the metrics of all workers. */
const METRICS_MS = 2_000;

/** A worker's message to its supervisor: it is ready, with lines to print; or it requests the metrics of all workers. */
export type WorkerMessage = { lines: string[] } | { metricsWanted: string };

/** The supervisor's response to `metricsWanted`. */
export interface MetricsMessage {
  metricsFor: string;
  text: string;
}

/** The exit of a worker. */
export class WorkerEnded extends Error {
  /** @param code null if it was killed by a signal */
  constructor(
    number: number,
    readonly code: number | null,
    readonly signal: NodeJS.Signals | null,
  ) {
    super(`worker ${number} ended with ${signal ?? `code ${code}`}`);
  }
}

/** The number of this worker, from 1; undefined without a supervisor. */
export function workerNumber({ [WORKER_NUMBER]: number }: NodeJS.ProcessEnv): number | undefined {
  return number === undefined ? undefined : Number(number);
}

/** Tells the supervisor that this worker is ready. */
export function reportReady(lines: readonly string[]): void {
  send({ lines: [...lines] });
}

/** The metrics of all workers, in Prometheus's text format; undefined if they do not arrive in time. */
export async function metricsOfAllWorkers(): Promise<string | undefined> {
  const id = randomUUID();
  const messages = on(process, 'message', { signal: AbortSignal.timeout(METRICS_MS) });
  send({ metricsWanted: id });
  try {
    for await (const [message] of messages as AsyncIterable<[MetricsMessage]>) {
      if (message.metricsFor === id) return message.text;
    }
  } catch {
    // A worker hangs, or has just exited.
  }
  return undefined;
}

function send(message: WorkerMessage): void {
  process.send?.(message, () => undefined);
}
