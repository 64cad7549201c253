import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { mergeMetrics } from './merge-metrics.rules.js';
import { ALL_METRICS, OWN_METRICS } from './questions.js';
import { restartDelay } from './restart-delay.rules.js';
import { startWorker, type RunningWorker } from './running-worker.js';
import { WorkerEnded } from './worker-ended.js';

/** Milliseconds after which a worker has run well. */
const WELL_MS = 60_000;

/** Milliseconds that a worker has to tell its metrics; those of one that hangs are missing. */
const METRICS_MS = 1_000;

export interface SupervisorOptions {
  /** Workers, from 2 on. */
  count: number;
  /** Settings of the workers that differ from those of this process. */
  env: Readonly<Record<string, string>>;
  /** Hears of each worker that takes requests, and of each that ended by itself. */
  logger: Pick<Logger, 'info' | 'warn'>;
}

/**
 * Keeps a number of workers running, each a process with an instance of the service. All accept connections at one
 * address, whoever is free. It takes no part in requests itself.
 */
export class Supervisor {
  private readonly workers = new Map<number, RunningWorker>();
  private readonly stopped = new AbortController();

  constructor(private readonly options: SupervisorOptions) {
    // However this process ends, no worker stays behind.
    process.on('exit', () => this.workers.forEach((worker) => worker.kill('SIGKILL')));
  }

  /**
   * Starts the workers: the first, which makes what a first start must make, then the others.
   * @returns what the first says is to be printed
   * @throws WorkerEnded when one ends before it is ready; it has said why
   */
  async start(): Promise<string> {
    const first = this.run(1, true);
    const lines = await first.ready;
    const others = Array.from({ length: this.options.count - 1 }, (_, index) => this.run(index + 2));
    await Promise.all(others.map(({ ready }) => ready));
    // Also one that has ended meanwhile.
    for (const worker of [first, ...others]) void this.keep(worker);
    return lines;
  }

  /**
   * Tells all workers to stop, and waits until they have.
   * @throws Error when one did not end as it should
   */
  async stop(): Promise<void> {
    this.stopped.abort();
    const workers = [...this.workers.values()];
    for (const worker of workers) worker.kill('SIGTERM');
    const ends = await Promise.all(workers.map(({ ended }) => ended));
    // One that has not come far enough to heed the signal is ended by it.
    const bad = ends.find(({ code, signal }) => code !== 0 && signal !== 'SIGTERM' && signal !== 'SIGINT');
    if (bad !== undefined) throw bad;
  }

  private run(number: number, makesFirstStart = false): RunningWorker {
    const worker = startWorker({ number, makesFirstStart }, this.options.env, {
      [ALL_METRICS]: () => this.metrics(),
    });
    this.workers.set(number, worker);
    const { pid, ready } = worker;
    // One that comes to no such thing is told of where it ends.
    void ready.then(
      () => this.options.logger.info({ worker: number, pid }, 'worker is ready'),
      () => undefined,
    );
    void worker.ended.then(() => this.workers.get(number) === worker && this.workers.delete(number));
    return worker;
  }

  /** Replaces a worker whenever it ends. */
  private async keep(worker: RunningWorker): Promise<void> {
    for (let { ended } = worker, failures = 0; ;) {
      const end = await ended;
      if (this.stopped.signal.aborted) return;
      failures = end.ranMs > WELL_MS ? 0 : failures + 1;
      const delay = restartDelay(failures);
      this.options.logger.warn({ worker: worker.number }, `${end.message}; it is started anew in ${delay} ms`);
      await sleep(delay, undefined, { signal: this.stopped.signal }).catch(() => undefined);
      if (this.stopped.signal.aborted) return;
      ended = this.replace(worker.number);
    }
  }

  /** One that the system has no memory to start has ended, too. */
  private replace(number: number): Promise<WorkerEnded> {
    try {
      return this.run(number).ended;
    } catch (error) {
      this.options.logger.warn({ worker: number, err: error }, 'worker could not be started');
      return Promise.resolve(new WorkerEnded(number, 1, null, 0));
    }
  }

  private async metrics(): Promise<string> {
    const ready = [...this.workers.values()].filter(({ isReady }) => isReady());
    const texts = await Promise.all(ready.map(({ link }) => link.ask(OWN_METRICS, METRICS_MS)));
    return mergeMetrics(texts.filter((text) => text !== undefined));
  }
}
