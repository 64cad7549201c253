import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Random } from '#test/support/random.js';

/** A delivery whose signature was right. */
export interface Receipt {
  application: string;
  /** The header `webhook-id`. */
  id: string;
  body: string;
  /** Milliseconds since 1970, when it had arrived in full. */
  at: number;
  /** Answered with 200; else with a failure, or not at all. */
  accepted: boolean;
}

/** An application that hears of events, and what its deliveries are signed with. */
export interface Endpoint {
  application: string;
  secret: string;
}

const FAILS = 0.03;
const HANGS = 0.004;
const TAKES_ITS_TIME = 0.1;
const USUAL_MS = 40;
const LONG_MS = 400;

/**
 * Receives the deliveries of all applications, under `/hooks/<name>`. Some it refuses, some it leaves without an answer,
 * each the first time only: the second retry of a delivery comes after five minutes.
 */
export class Receiver extends EventEmitter<{ delivery: [] }> {
  readonly receipts: Receipt[] = [];
  /** Requests that were no right deliveries: defects. */
  readonly rejects: string[] = [];
  readonly endpoints = new Map<string, Endpoint>();
  /** Deliveries without an answer yet. */
  open = 0;
  /** Answers everything with 200 from now on. */
  isSteady = false;
  private readonly failedOnce = new Set<string>();
  private readonly server: Server;

  constructor(private readonly random: Random) {
    super();
    this.server = createServer((request, response) => {
      this.receive(request, response).catch((error: unknown) => {
        if (!request.destroyed || request.complete) this.rejects.push(String(error));
        response.destroy();
      });
    });
  }

  /** Listens on a free port. */
  async listen(): Promise<void> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
  }

  /** The address of an application's endpoint. */
  urlOf(name: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks/${name}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.open += 1;
    response.once('close', () => (this.open -= 1));
    this.emit('delivery');
    const body = await text(request);
    const endpoint = this.endpoints.get(String(request.url).replace('/hooks/', ''));
    if (endpoint === undefined) {
      // Its secret has yet to be read, or it is nobody's: then it is never accepted, and waits until the end.
      response.writeHead(503).end('not yet');
      return;
    }
    new Webhook(endpoint.secret).verify(body, request.headers as Record<string, string>);
    const { application } = endpoint;
    const id = String(request.headers['webhook-id']);
    const how = this.treat(`${application} ${id}`);
    this.receipts.push({ application, id, body, at: Date.now(), accepted: how === 'accept' });
    if (how === 'hang') return;
    if (how === 'fail') {
      response.writeHead(500).end('not now');
      return;
    }
    const ms = this.random.below(this.random.chance(TAKES_ITS_TIME) ? LONG_MS : USUAL_MS);
    setTimeout(() => response.writeHead(200).end('thanks'), this.isSteady ? 0 : ms);
  }

  private treat(delivery: string): 'accept' | 'fail' | 'hang' {
    const draw = this.random.next();
    if (this.isSteady || draw >= FAILS + HANGS || this.failedOnce.has(delivery)) return 'accept';
    this.failedOnce.add(delivery);
    return draw < FAILS ? 'fail' : 'hang';
  }
}
