import { Server as NetServer, type Socket } from 'node:net';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Looks without any new request after which nobody seems to use an open connection any more; a second in all. */
const QUIET_LOOKS = 50;
const LOOK_MS = 20;

/** Milliseconds after which it is enough, whoever still sends requests. */
const LIMIT_MS = 10_000;

/** The open connections of a server, and the requests that are under way on each. */
export class Connections {
  private readonly open = new Map<Socket, Set<IncomingMessage>>();

  /** @param server one that does not listen yet */
  constructor(private readonly server: Server) {
    server.on('connection', (socket: Socket) => {
      this.open.set(socket, new Set());
      socket.once('close', () => this.open.delete(socket));
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const requests = this.open.get(request.socket);
      requests?.add(request);
      response.once('close', () => requests?.delete(request));
    });
  }

  /**
   * Takes no new connections, and waits until those that are open have sent the requests they were opened for, or kept for:
   * for as long as there are open ones on which requests come. Node's own `server.close()` would cut those that have just
   * been opened, or are just used again. What is quiet is told by looks rather than by the clock: a process that is busy
   * for a second has not been quiet, but has not yet read what has come meanwhile. In the end there are only connections
   * whose requests have arrived whole: Node would wait for the others until their clients give up.
   * @param limitMs milliseconds that requests have to arrive
   */
  async stopAccepting(limitMs = LIMIT_MS): Promise<void> {
    let quiet = 0;
    const note = (): void => void (quiet = 0);
    this.server.on('request', note);
    NetServer.prototype.close.call(this.server);
    const end = performance.now() + limitMs;
    while (quiet < QUIET_LOOKS && performance.now() < end && this.open.size > 0) {
      await look();
      quiet += 1;
    }
    this.server.off('request', note);
    this.endThose((requests) => requests.length === 0);
    while (performance.now() < end && this.some(isArriving)) await look();
    this.endThose(isArriving);
  }

  private some(which: (requests: IncomingMessage[]) => boolean): boolean {
    return [...this.open.values()].some((requests) => which([...requests]));
  }

  private endThose(which: (requests: IncomingMessage[]) => boolean): void {
    for (const [socket, requests] of this.open) if (which([...requests])) socket.destroy();
  }
}

/** Whether nothing but requests whose bodies are still to come is under way. */
function isArriving(requests: IncomingMessage[]): boolean {
  return requests.every(({ complete }) => !complete);
}

function look(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
