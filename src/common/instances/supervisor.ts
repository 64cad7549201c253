import cluster from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { AggregatorRegistry } from 'prom-client';
import { WORKER_NUMBER, WorkerEnded, type MetricsMessage, type WorkerMessage } from './worker.js';

/** Milliseconds after which a worker counts as stable. */
const WELL_MS = 60_000;

/** Milliseconds before a worker that exited early is restarted: doubled each time, up to the longest. */
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 30_000;

// Each worker accepts connections itself. With round robin, connections assigned to a worker that exits before accepting
// them would be lost without a response.
cluster.schedulingPolicy = cluster.SCHED_NONE;

export interface SupervisorOptions {
  /** Number of workers, at least 2. */
  count: number;
  /** Environment variables for the workers, added to those of this process. */
  env: Readonly<Record<string, string>>;
  /** Logs when a worker is ready, and when one exits unexpectedly. */
  logger: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Keeps a number of workers running, each a process with an instance of the service. All accept connections on the same
 * address; requests do not pass through the supervisor.
 */
export class Supervisor {
  private readonly stopped = new AbortController();
  private readonly kept: Promise<WorkerEnded | undefined>[] = [];
  private readonly metrics = new AggregatorRegistry();

  constructor(private readonly options: SupervisorOptions) {
    // Workers must not outlive this process.
    process.on('exit', () => this.kill('SIGKILL'));
  }

  /**
   * Starts the workers: the first, which does the work of a first start, then the others.
   * @returns the lines to print, from the first worker
   * @throws WorkerEnded if one exits before it is ready; it has printed the reason
   */
  async start(): Promise<string[]> {
    const lines = await this.run(1);
    await Promise.all(Array.from({ length: this.options.count - 1 }, (_, index) => this.run(index + 2)));
    return lines;
  }

  /**
   * Stops all workers and waits for them.
   * @throws WorkerEnded if one did not exit cleanly
   */
  async stop(): Promise<void> {
    this.stopped.abort();
    this.kill('SIGTERM');
    // A worker that has no signal handler yet is killed by the signal.
    const isBad = (end: WorkerEnded | undefined): boolean =>
      end !== undefined && end.code !== 0 && end.signal !== 'SIGTERM' && end.signal !== 'SIGINT';
    const bad = (await Promise.all(this.kept)).find(isBad);
    if (bad !== undefined) throw bad;
  }

  private kill(signal: NodeJS.Signals): void {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
  }

  private run(number: number): Promise<string[]> {
    return new Promise((resolve, reject) => this.kept.push(this.keep(number, resolve, reject)));
  }

  /**
   * Restarts a worker whenever it exits, if it was ready once.
   * @returns how it exited when stopped
   */
  private async keep(
    number: number,
    onReady: (lines: string[]) => void,
    onFailedStart: (error: WorkerEnded) => void,
  ): Promise<WorkerEnded | undefined> {
    let wasReady = false;
    for (let failures = 0; !this.stopped.signal.aborted;) {
      const begun = performance.now();
      const end = await this.runOnce(number, (lines) => {
        wasReady = true;
        onReady(lines);
      });
      if (!wasReady) onFailedStart(end);
      if (this.stopped.signal.aborted) return end;
      if (!wasReady) return undefined;
      failures = performance.now() - begun > WELL_MS ? 0 : failures + 1;
      const delay = failures === 0 ? 0 : Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_DELAY_MS);
      this.options.logger.warn({ worker: number }, `${end.message}; restarting in ${delay} ms`);
      await sleep(delay, undefined, { signal: this.stopped.signal }).catch(() => undefined);
    }
    return undefined;
  }

  private async runOnce(number: number, onReady: (lines: string[]) => void): Promise<WorkerEnded> {
    const worker = cluster.fork({ ...this.options.env, [WORKER_NUMBER]: String(number) });
    worker.on('message', (message: WorkerMessage) => {
      if ('metricsWanted' in message) {
        const answer = (text: string): MetricsMessage => ({ metricsFor: message.metricsWanted, text });
        this.metrics.clusterMetrics().then(
          (text) => worker.send(answer(text), () => undefined),
          () => undefined,
        );
      } else if ('lines' in message) {
        this.options.logger.info({ worker: number, pid: worker.process.pid }, 'worker is ready');
        onReady(message.lines);
      }
    });
    return new Promise((resolve) => {
      worker.once('exit', (code: number | null, signal) =>
        resolve(new WorkerEnded(number, code, signal as NodeJS.Signals | null)),
      );
      // The process could not be started (out of memory or processes), so there is no exit event.
      worker.on('error', () => worker.process.pid === undefined && resolve(new WorkerEnded(number, 1, null)));
    });
  }
}
