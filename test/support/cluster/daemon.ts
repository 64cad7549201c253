import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { type Account, commandAs } from '../debian.js';
import { send } from '../processes.js';

/** How a program is run. */
interface DaemonPlan {
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

/**
 * A way to some servers that can be shut: what goes through it then falls silent, as when a network is cut. Open, it
 * passes each connection on to the first of the servers that takes it.
 */
export class Gate {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private isShut = false;

  constructor(
    private readonly port: number,
    private readonly targets: readonly number[],
  ) {
    this.server = createServer((socket) => void this.pass(socket));
  }

  /** Begins to listen. */
  async listen(): Promise<void> {
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
  }

  /** From now on nothing comes through, and nobody is told. */
  shut(): void {
    this.isShut = true;
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  /** Everything comes through again; what has waited meanwhile is lost. */
  open(): void {
    this.isShut = false;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Ends it with all connections. */
  close(): void {
    this.open();
    this.server.close();
  }

  private async pass(from: Socket): Promise<void> {
    this.keep(from);
    if (this.isShut) return;
    for (const port of this.targets) {
      const to = this.keep(connect(port, '127.0.0.1'));
      const isConnected = await once(to, 'connect').then(
        () => true,
        () => false,
      );
      if (!isConnected) continue;
      from.once('close', () => to.destroy());
      to.once('close', () => from.destroy());
      if (!this.isShut) from.pipe(to).pipe(from);
      return;
    }
    from.destroy();
  }

  private keep(socket: Socket): Socket {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.sockets.delete(socket));
    return socket;
  }
}
