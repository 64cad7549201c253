import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { send } from '../processes.js';
import { commandAs, type Account } from './account.js';

/** How a program is run. */
export interface DaemonPlan {
  /** Names its log. */
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A program of the cluster that runs until it is told to end. */
export class Daemon {
  private child: ChildProcess | undefined;

  /** @param directory where its log goes */
  constructor(
    private readonly plan: DaemonPlan,
    private readonly account: Account,
    private readonly directory: string,
  ) {}

  /** Its process; undefined while there is none. */
  get pid(): number | undefined {
    return this.child?.pid;
  }

  /** Starts it, unless it runs. */
  start(): void {
    if (this.child !== undefined) return;
    const { name, program, args, env } = this.plan;
    const log = openSync(join(this.directory, `${name}.log`), 'a', 0o600);
    const [command, rest] = commandAs(this.account, program, args);
    const child = spawn(command, rest, {
      // A group of its own: Ctrl-C is for us, who end things in their order.
      detached: true,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.child = child;
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
  }

  /** Ends it, and waits until it is gone; by force when it has not ended after so many milliseconds. */
  async stop(signal: NodeJS.Signals = 'SIGTERM', ms = 10_000): Promise<void> {
    const { child } = this;
    if (child?.pid === undefined) return;
    const exit = once(child, 'exit');
    const impatience = setTimeout(() => child.kill('SIGKILL'), ms);
    send(child.pid, signal);
    await exit;
    clearTimeout(impatience);
  }
}
