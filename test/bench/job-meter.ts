import type { BenchDatabase } from './database.js';
import { childrenOf, ifRunning, parentOf, peakMemoryOf, processorOf, processorOfAll } from './processes.js';
import type { ServerProcess } from './server-process.js';

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
