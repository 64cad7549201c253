import type { Server } from 'node:http';
import { Worker } from 'node:worker_threads';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Gauge } from 'prom-client';
import { DatabaseAddress } from '#common/database/connections.js';
import { ChangeFeed, Database, statement } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Metrics } from '#platform/metrics/index.js';
import { type OpenPlan, OpenPlans } from './open-plan.js';
import type { RequestName, Requests } from './requests.js';

/** What is sent to the thread. */
export type ToThread =
  | {
      [Name in RequestName]: { id: number; name: Name; request: Requests[Name]['request']; isHurried: boolean };
    }[RequestName]
  | { plan: OpenPlan }
  | { renamed: number }
  | { stop: true };

/** What volumes are of: a period, and a column of the ledger. */
export type Measured = Pick<OpenPlan, 'key' | 'period' | 'qualifying'>;

/** What the thread tells. */
export type FromThread =
  | { id: number; answer: unknown; measured: Measured }
  | { id: number; error: string }
  | { log: 'info' | 'warn'; message: string }
  /** After each try to follow the database: whether the network is known, and whose volumes are in no sum. */
  | { isLoaded: boolean; leftOut: readonly number[] };

/** What the thread is started with. */
export interface ThreadData {
  readonly url: string;
  /** Where the module is that evaluates by plans. */
  readonly program: string | undefined;
}

const PROGRAM = new URL('./live.worker.js', import.meta.url);

/** Milliseconds that a request waits while a large network is loaded. */
const PATIENCE_MS = 5_000;

/** Milliseconds after the instance listens: the start's work comes first. */
const LATER_MS = 1_000;

/** Whether anybody stands below anybody. */
const HAS_NETWORK = statement(
  'live.has-network',
  'SELECT EXISTS (SELECT FROM network_edges WHERE parent_uid IS NOT NULL AND to_at IS NULL) AS found',
);

/** Milliseconds that the thread has to close its connection. */
const STOP_MS = 1_000;

/** An answer, and what its volumes are of. */
export interface Told<Answer> {
  readonly answer: Answer;
  readonly measured: Measured;
}

interface Waiting {
  readonly resolve: (told: Told<unknown>) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout | undefined;
}

/**
 * Requests the thread that holds the live network, so that loading and rebuilding it keep no request waiting. It begins a moment
 * after the instance listens if there is a network, else when first asked: a process that does a job may need none of it.
 * Decision 64.
 */
@Injectable()
export class LiveThread implements OnApplicationBootstrap, OnApplicationShutdown {
  /** Whether requests wait until there is an answer, so that no test knows how quick the machine is. */
  waitsForever = false;

  private readonly logger = new Logger(LiveThread.name);
  private readonly waiting = new Map<number, Waiting>();
  private worker: Worker | undefined;
  private timer: NodeJS.Timeout | undefined;
  private endPlans = (): void => undefined;
  private asked = 0;
  private hasStopped = false;
  private isLoaded = false;
  private leftOut: readonly number[] = [];

  constructor(
    private readonly db: Database,
    private readonly address: DatabaseAddress,
    private readonly http: HttpAdapterHost,
    private readonly plans: OpenPlans,
    feed: ChangeFeed,
    metrics: Metrics,
  ) {
    this.watch(metrics);
    feed.on('user', (uid) => this.worker?.postMessage({ renamed: Number(uid) } satisfies ToThread));
  }

  /** Whether it is asked, or about to be, and cannot answer yet. */
  get isMissing(): boolean {
    return this.worker !== undefined && !this.isLoaded;
  }

  onApplicationBootstrap(): void {
    const server = this.http.httpAdapter.getHttpServer() as Server;
    server.once('listening', () => {
      this.timer = setTimeout(() => void this.begin(), LATER_MS).unref();
    });
  }

  /** After the last response. */
  async onApplicationShutdown(): Promise<void> {
    this.hasStopped = true;
    clearTimeout(this.timer);
    this.endPlans();
    const { worker } = this;
    if (worker === undefined) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage({ stop: true } satisfies ToThread);
    // One that loads millions ends with its connection.
    const timer = setTimeout(() => void worker.terminate(), STOP_MS);
    await ended;
    clearTimeout(timer);
  }

  /**
   * Requests the live network.
   * @param patienceMs how long an answer is waited for
   * @param isHurried whether a load is not waited for at all
   * @returns undefined if who is asked for is not there to be seen
   * @throws AppError SERVICE_UNAVAILABLE with `Retry-After` while it is loaded for longer than a request may wait
   */
  async ask<Name extends RequestName>(
    name: Name,
    request: Requests[Name]['request'],
    patience: { patienceMs?: number; isHurried?: boolean } = {},
  ): Promise<Requests[Name]['answer']> {
    return (await this.tell(name, request, patience)).answer;
  }

  /** The same as {@link ask}, with what the volumes of the answer are of. */
  async tell<Name extends RequestName>(
    name: Name,
    request: Requests[Name]['request'],
    { patienceMs = PATIENCE_MS, isHurried = false } = {},
  ): Promise<Told<Requests[Name]['answer']>> {
    if (this.hasStopped) throw unavailable();
    this.worker ??= this.db.detached(() => this.start());
    this.asked += 1;
    const id = this.asked;
    const { worker } = this;
    const answered = new Promise<Told<unknown>>((resolve, reject) => {
      const giveUp = (): void => this.take(id)?.reject(unavailable());
      const timer = this.waitsForever ? undefined : setTimeout(giveUp, patienceMs);
      this.waiting.set(id, { resolve, reject, timer });
      worker.postMessage({ id, name, request, isHurried: isHurried && !this.waitsForever });
    });
    return (await answered) as Told<Requests[Name]['answer']>;
  }

  private async begin(): Promise<void> {
    try {
      const [network] = await this.db.query<{ found: boolean }>(null, HAS_NETWORK);
      if (network?.found && !this.hasStopped) this.worker ??= this.start();
    } catch {
      // Without a database there is nothing to load; the first request begins.
    }
  }

  private start(): Worker {
    const workerData: ThreadData = { url: this.address.url, program: this.plans.program };
    const worker = new Worker(PROGRAM, { workerData });
    this.endPlans = this.plans.follow((plan) => worker.postMessage({ plan } satisfies ToThread));
    // It keeps no process that has nothing else to do.
    worker.unref();
    worker.on('message', (message: FromThread) => this.receive(message));
    worker.on('error', (error: Error) =>
      this.logger.error(`the live network's thread failed: ${error.message}`, error.stack),
    );
    worker.on('exit', () => {
      this.worker = undefined;
      this.isLoaded = false;
      this.endPlans();
      for (const id of [...this.waiting.keys()]) this.take(id)?.reject(unavailable());
    });
    return worker;
  }

  private leaveOut(leftOut: readonly number[]): void {
    for (const uid of leftOut) {
      if (this.leftOut.includes(uid)) continue;
      this.logger.error(
        `the volumes of member ${uid} are more than can be added up: the live network leaves them out; see docs/operating.md`,
      );
    }
    this.leftOut = leftOut;
  }

  private watch({ registry }: Metrics): void {
    const count = (): number => this.leftOut.length;
    new Gauge({
      name: 'commerce_live_volumes_left_out',
      help: 'Members whose volumes the live network leaves out, since they are more than can be added up',
      registers: [registry],
      collect() {
        this.set(count());
      },
    });
  }

  private receive(message: FromThread): void {
    if ('log' in message) {
      if (message.log === 'info') this.logger.log(message.message);
      else this.logger.warn(message.message);
      return;
    }
    if ('isLoaded' in message) {
      this.isLoaded = message.isLoaded;
      this.leaveOut(message.leftOut);
      return;
    }
    const waiting = this.take(message.id);
    if ('error' in message) waiting?.reject(unavailable(message.error));
    else waiting?.resolve(message);
  }

  private take(id: number): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }
}

function unavailable(cause?: string): AppError {
  return AppError.later('SERVICE_UNAVAILABLE', 'the network is being loaded; try again in a moment', 3, cause);
}

/** An answer of {@link LiveThread}; undefined while the network is being loaded. */
export async function ifLoaded<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return undefined;
    throw error;
  }
}
