import { Server as NetServer, type Socket } from 'node:net';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Checks without a new connection until load balancers have noticed that the service stops; half a second in total. */
const QUIET_CHECKS = 25;

/** Maximum milliseconds to wait for that: some clients ask no readiness, and never stop. */
const QUIET_LIMIT_MS = 5_000;

/** Checks without a new request until connections count as idle; one second in total. */
const IDLE_CHECKS = 50;
const CHECK_MS = 20;

/** Maximum milliseconds to wait for all that, and for requests on open connections. */
const LIMIT_MS = 10_000;

/** The time that passes, in milliseconds; tests have their own. */
interface Clock {
  now(): number;
  sleep(ms: number): Promise<unknown>;
}

const CLOCK: Clock = { now: () => performance.now(), sleep };

/** The open connections of a server, and the requests in flight on each. */
export class Connections {
  private readonly open = new Map<Socket, Map<IncomingMessage, ServerResponse>>();
  /** Whether each connection ends with its next response. */
  private isEnding = false;

  /** @param server must not listen yet */
  constructor(
    private readonly server: Server,
    private readonly clock = CLOCK,
  ) {
    server.on('connection', (socket: Socket) => {
      this.open.set(socket, new Map());
      socket.once('close', () => this.open.delete(socket));
    });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const requests = this.open.get(request.socket);
      requests?.set(request, response);
      if (this.isEnding) response.shouldKeepAlive = false;
      response.once('close', () => requests?.delete(request));
    });
  }

  /**
   * Waits until no new connections are opened, accepts none from then on, and waits until no more requests arrive on the
   * open ones. A connection that waits to be accepted when the server closes is cut by the system, and Node's own
   * `server.close()` would cut those that were just opened or reused. Idle time is counted in checks rather than by the
   * clock, because a busy process has not read what has arrived meanwhile. At the end, connections with incomplete requests
   * are closed: Node would wait for their clients' timeouts.
   */
  async stopAccepting(): Promise<void> {
    const begun = this.clock.now();
    await this.idle('connection', QUIET_CHECKS, begun + QUIET_LIMIT_MS);
    NetServer.prototype.close.call(this.server);
    const end = begun + LIMIT_MS;
    await this.idle('request', IDLE_CHECKS, end, () => this.open.size > 0);
    // Responses from here on say so: a client that asked again at once would be cut off when the server closes.
    this.isEnding = true;
    for (const response of this.responses()) response.shouldKeepAlive = false;
    this.closeWhere((requests) => requests.length === 0);
    while (this.clock.now() < end && this.some(isArriving)) await this.clock.sleep(CHECK_MS);
    this.closeWhere(isArriving);
  }

  /** Waits until an event of the server did not happen for some checks; until `end` at most, and while there is a need to. */
  private async idle(
    event: 'connection' | 'request',
    checks: number,
    end: number,
    isNeeded = () => true,
  ): Promise<void> {
    let idleChecks = 0;
    const begin = (): void => void (idleChecks = 0);
    this.server.on(event, begin);
    while (idleChecks < checks && this.clock.now() < end && isNeeded()) {
      await this.clock.sleep(CHECK_MS);
      idleChecks += 1;
    }
    this.server.off(event, begin);
  }

  private responses(): ServerResponse[] {
    return [...this.open.values()].flatMap((requests) => [...requests.values()]);
  }

  private some(which: (requests: IncomingMessage[]) => boolean): boolean {
    return [...this.open.values()].some((requests) => which([...requests.keys()]));
  }

  private closeWhere(which: (requests: IncomingMessage[]) => boolean): void {
    for (const [socket, requests] of this.open) if (which([...requests.keys()])) socket.destroy();
  }
}

/** Whether all requests in flight are still incomplete. */
function isArriving(requests: IncomingMessage[]): boolean {
  return requests.every(({ complete }) => !complete);
}
