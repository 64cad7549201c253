import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { childrenOf, ifRunning, parentOf, peakMemoryOf, processorOf, processorOfAll } from '#test/support/processes.js';
import type { BenchDatabase } from './database.js';

/** A measured server: a process of its own, alone on its core, or one that looks after several. */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
    /** Milliseconds from the start of the process until it listened. */
    readonly startMs: number,
  ) {}

  /**
   * Runs Node with arguments, and waits until it says that it listens.
   * @param env its settings, PORT among them
   * @param cores those that it may use, as `taskset` writes them
   * @throws Error with what it printed if it ends
   */
  static async start(
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    cores = String(SERVER_CORE),
  ): Promise<ServerProcess> {
    const { PATH = '', HOME = '' } = process.env;
    const begun = performance.now();
    const child = spawn('taskset', ['--cpu-list', cores, process.execPath, ...args], {
      env: { PATH, HOME, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    await new Promise<void>((resolve, reject) => {
      child.once('exit', (code) => reject(new Error(`${args.at(-1)} ended with ${code}: ${lines.join('\n')}`)));
      const output = createInterface({ input: child.stdout });
      output.on('line', (line) => {
        lines.push(line);
        if (!line.startsWith('listening')) return;
        output.close();
        resolve();
      });
    });
    // What it goes on to print is taken from it, and dropped.
    child.stdout.resume();
    return new ServerProcess(child, `http://127.0.0.1:${env.PORT}`, performance.now() - begun);
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Microseconds of processor time that it has used, with its workers. */
  cpu(): number {
    return [this.pid, ...childrenOf(this.pid)].reduce((sum, one) => sum + processorOf(one) * 1_000, 0);
  }

  /** Bytes of memory that it holds: all of it, and with what it shares with other processes shared out among them. */
  memory(): { rss: number; pss: number } {
    const sums = readFileSync(`/proc/${this.child.pid}/smaps_rollup`, 'utf8');
    const bytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(sums)?.[1]) * 1024;
    return { rss: bytes('Rss'), pss: bytes('Pss') };
  }

  /** Stops it as an operator does. */
  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGTERM');
    await once(this.child, 'exit');
  }
}

/** The core of the measured server. */
const SERVER_CORE = 0;

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

/** What a job cost, in milliseconds and bytes. */
export interface JobCost {
  readonly wallMs: number;
  /** Of the processor: the job's own process, all of the database, and the service without the job. */
  readonly processMs: number;
  readonly databaseMs: number;
  readonly serviceMs: number;
  /** The most memory that the job's process ever had. */
  readonly peak: number;
}

/** Meters a job that a service does in a process of its own. */
export class JobMeter {
  private readonly began = performance.now();
  private readonly databaseBefore: number;
  private readonly serviceBefore: number;
  private readonly seen = new Map<number, { processMs: number; peak: number }>();

  private constructor(
    private readonly service: number,
    private readonly postmaster: number,
  ) {
    this.databaseBefore = processorOfAll(postmaster);
    this.serviceBefore = processorOf(service);
  }

  /** Begins, before the job is asked for. */
  static async begin(service: ServerProcess, { pool }: BenchDatabase): Promise<JobMeter> {
    const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return new JobMeter(service.pid, parentOf(rows[0]!.pid));
  }

  /** Milliseconds since the beginning. */
  get wallMs(): number {
    return performance.now() - this.began;
  }

  /** Looks at the job's process: often, since one that has ended cannot be asked. */
  look(): void {
    for (const pid of childrenOf(this.service)) {
      const figures = ifRunning(() => ({ processMs: processorOf(pid), peak: peakMemoryOf(pid) }));
      // Of one that has just ended, nothing but its name is left.
      if (figures !== undefined && figures.peak > 0) this.seen.set(pid, figures);
    }
  }

  /** @throws Error if the job's process was never seen */
  end(): JobCost {
    const all = [...this.seen.values()];
    if (all.length === 0) throw new Error('the process of the job was not seen');
    return {
      wallMs: this.wallMs,
      processMs: all.reduce((sum, { processMs }) => sum + processMs, 0),
      databaseMs: processorOfAll(this.postmaster) - this.databaseBefore,
      serviceMs: processorOf(this.service) - this.serviceBefore,
      peak: Math.max(...all.map(({ peak }) => peak)),
    };
  }
}
