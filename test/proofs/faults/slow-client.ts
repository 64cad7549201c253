import { connect, type Socket } from 'node:net';

const BYTE_MS = 500;

/** How a client can hold on to a connection without ever coming to an end. */
export const SLOW_WAYS = ['silent', 'slow headers', 'slow body', 'half-closed', 'never reads'] as const;
type SlowWay = (typeof SLOW_WAYS)[number];

const START = 'Host: 127.0.0.1\r\nContent-Type: application/json\r\n';

/**
 * Answers that together are larger than what the system keeps for a connection. Each alone is small: the service gives a
 * client more time for a large one.
 */
const LARGE = 'GET /docs/page.css HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(5_000);

const FIRST_WORDS: Readonly<Record<SlowWay, string>> = {
  silent: '',
  'slow headers': `POST /api/v1/token/ HTTP/1.1\r\n${START}X-Slow: `,
  'slow body': `POST /api/v1/token/ HTTP/1.1\r\n${START}Content-Length: 100000\r\n\r\n{"username":"`,
  'half-closed': `POST /api/v1/token/ HTTP/1.1\r\n${START}Content-Length: 100000\r\n\r\n{"username":"`,
  'never reads': LARGE,
};

/** Of so many clients one never reads: what waits for it fills megabytes of the system's memory. */
const READERS = 19;

/** How a client is slow, by its number. */
export function slowWay(index: number): SlowWay {
  const isReading = index % (READERS + 1) !== READERS;
  return isReading ? SLOW_WAYS[index % (SLOW_WAYS.length - 1)]! : 'never reads';
}

/** A connection that its client never ends. */
export class SlowClient {
  private readonly socket: Socket;
  private readonly timer: NodeJS.Timeout;
  private hasConnected = false;
  private hasEnded = false;
  private isTold = false;

  constructor(
    readonly way: SlowWay,
    port: number,
  ) {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    this.socket = socket;
    socket.on('error', () => (this.hasEnded = true));
    socket.on('close', () => (this.hasEnded = true));
    // It does not take the hint, but goes on as before: the service has to end the connection all the same.
    socket.on('end', () => (this.isTold = true));
    socket.once('connect', () => {
      this.hasConnected = true;
      if (way !== 'silent') socket.write(FIRST_WORDS[way]);
      if (way === 'half-closed') socket.end();
    });
    if (way !== 'never reads') socket.resume();
    this.timer = setInterval(() => this.goOn(), BYTE_MS);
  }

  /** Whether the service has taken the connection. */
  get isConnected(): boolean {
    return this.hasConnected;
  }

  /** Whether the service has ended the connection. */
  get isEnded(): boolean {
    return this.hasEnded;
  }

  /** Ends the connection. */
  destroy(): void {
    clearInterval(this.timer);
    this.socket.destroy();
  }

  /** One that never reads has no other way to learn that the connection has ended. */
  private get isWriting(): boolean {
    return this.isTold || this.way.startsWith('slow') || this.way === 'never reads';
  }

  private goOn(): void {
    if (this.hasEnded) this.destroy();
    else if (this.isWriting && this.socket.writable) this.socket.write(this.way === 'never reads' ? '\r\n' : 'x');
  }
}
