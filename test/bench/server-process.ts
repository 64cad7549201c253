import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { SERVER_CORE } from './cores.js';
import { childrenOf, processorOf } from './processes.js';

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
