import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { until } from './until.js';

/** A request that a receiver got. */
export interface Received {
  /** The path, by which one receiver stands for several endpoints. */
  path: string;
  headers: IncomingHttpHeaders;
  /** As it came. */
  text: string;
  body: { id: string; type: string; timestamp: string; data: Record<string, unknown> };
}

type Answering = (response: ServerResponse, received: Received) => void;

const OK: Answering = (response) => void response.writeHead(204).end();

/** An endpoint of an application: a real server on the loopback address. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  /** How it answers from now on. */
  answer: Answering = OK;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const body = JSON.parse(text) as Received['body'];
        const received = { path: request.url ?? '', headers: request.headers, text, body };
        receiver.received.push(received);
        receiver.answer(response, received);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  /** The address of an endpoint. */
  url(path = '/hooks'): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** Answers with a status from now on. */
  answerWith(status: number, headers: Record<string, string> = {}, body = ''): void {
    this.answer = (response) => void response.writeHead(status, headers).end(body);
  }

  /** What came to a path. */
  at(path: string): Received[] {
    return this.received.filter((received) => received.path === path);
  }

  /** Waits until so many requests have come in all. */
  async count(count: number): Promise<void> {
    await until(() => this.received.length >= count);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Holds a request against a secret by the library of Standard Webhooks, as receivers do. @throws unless it is genuine */
export function verify(secret: string, { text, headers }: Received): Received['body'] {
  return new Webhook(secret).verify(text, headers as Record<string, string>) as Received['body'];
}
