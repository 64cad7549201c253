import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An event as a webhook brings it. */
export interface ReceivedWebhook {
  id: string;
  type: string;
  timestamp: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- a test knows what it waits for
  data: any;
}

/** Receives webhooks on the loopback address, and answers all of them with 204. */
export class WebhookReceiver {
  /** Oldest first. */
  readonly received: ReceivedWebhook[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        receiver.received.push(JSON.parse(Buffer.concat(chunks).toString()) as ReceivedWebhook);
        response.writeHead(204).end();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
