import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A way to the database that can be cut: whoever goes it meets an outage that others do not. */
export class DatabaseProxy {
  /** Each with the first bytes of its connection, which name the application. */
  private readonly sockets = new Map<Socket, { opening: string }>();
  private server: Server | undefined;
  private port = 0;

  private constructor(private readonly target: URL) {}

  /** @param url of the database, whose host is an address */
  static async before(url: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(new URL(url));
    await proxy.restore();
    return proxy;
  }

  /** The database through this way. */
  get url(): string {
    const url = new URL(this.target);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  /** Ends all connections and takes no more. */
  async cut(): Promise<void> {
    const { server } = this;
    if (server === undefined) return;
    this.server = undefined;
    const closed = once(server, 'close');
    server.close();
    for (const socket of this.sockets.keys()) socket.destroy();
    await closed;
  }

  /** Keeps connections of an application, by default all, and passes nothing on: whoever asks waits for an answer. */
  silence(application = ''): void {
    for (const [socket, { opening }] of this.sockets) if (opening.includes(application)) socket.unpipe().pause();
  }

  /** Lets connections through again, at the same address; those that were silenced are ended. */
  async restore(): Promise<void> {
    await this.cut();
    const server = createServer((client) => {
      const database = connect(Number(this.target.port), this.target.hostname);
      const way = { opening: '' };
      client.once('data', (bytes: Buffer) => (way.opening = bytes.toString('latin1')));
      for (const [from, to] of [
        [client, database],
        [database, client],
      ] as const) {
        this.sockets.set(from, way);
        from.pipe(to);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          this.sockets.delete(from);
          to.destroy();
        });
      }
    });
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }
}
