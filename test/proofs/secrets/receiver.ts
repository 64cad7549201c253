import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Ways to answer a webhook, in turn: also those that fail, and one that gives back what it got. */
const ANSWERS = ['accepts', 'fails', 'echoes', 'hangs up'] as const;

/** An endpoint of webhooks: keeps all that it is sent, and answers well and badly by turns. */
export class Receiver {
  /** Headers and bodies as they came. */
  readonly received: string[] = [];
  /** Answers that there is nothing any more, which disables the webhook. */
  isGone = false;
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const text = `${JSON.stringify(request.headers)} ${Buffer.concat(parts).toString('utf8')}`;
        const how = this.isGone ? 'is gone' : ANSWERS[this.received.length % ANSWERS.length];
        this.received.push(text);
        if (how === 'hangs up') request.socket.destroy();
        else if (how === 'is gone') response.writeHead(410).end();
        else if (how === 'fails') response.writeHead(500).end('it failed');
        else response.writeHead(how === 'echoes' ? 400 : 200).end(how === 'echoes' ? text : '');
      });
    });
  }

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}
