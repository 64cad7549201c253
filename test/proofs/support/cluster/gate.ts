import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

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
