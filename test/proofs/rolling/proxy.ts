import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instance } from '../support/instance.js';

const PROBE_MS = 100;
const PROBE_LIMIT_MS = 2_000;

/**
 * A balancer as HAProxy is one with `option httpchk` and `http-server-close`: requests go in turn to the instances that say
 * that they are ready, each over a connection of its own. It never sends a request twice.
 */
export class Proxy {
  /** Requests that an instance did not answer. */
  readonly failures: string[] = [];
  private readonly ready = new Set<Instance>();
  private readonly server: Server;
  private readonly probing = new Map<Instance, Promise<void>>();
  private turn = 0;
  private isOver = false;

  constructor(readonly port: number) {
    this.server = createServer((incoming, outgoing) => this.pass(incoming, outgoing));
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Begins to listen. */
  async listen(): Promise<void> {
    await once(this.server.listen(this.port, '127.0.0.1'), 'listening');
  }

  /** Asks an instance for its readiness from now on, until it has ended. */
  watch(instance: Instance): void {
    this.probing.set(instance, this.probe(instance));
  }

  /** Whether requests go to an instance. */
  uses(instance: Instance): boolean {
    return this.ready.has(instance);
  }

  /** Ends it with all connections. */
  async close(): Promise<void> {
    this.isOver = true;
    this.server.close();
    this.server.closeAllConnections();
    await Promise.all(this.probing.values());
  }

  private async probe(instance: Instance): Promise<void> {
    while (!this.isOver && instance.state !== 'down') {
      const isReady = await fetch(`${instance.url}/health/ready`, { signal: AbortSignal.timeout(PROBE_LIMIT_MS) }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.ok;
        },
        () => false,
      );
      if (isReady) this.ready.add(instance);
      else this.ready.delete(instance);
      await sleep(PROBE_MS);
    }
    this.ready.delete(instance);
  }

  private pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const ready = [...this.ready];
    this.turn += 1;
    const instance = ready[this.turn % ready.length];
    const { method, url: path, headers } = incoming;
    const fail = (why: string): void => {
      this.failures.push(`${method} ${path}: ${why}`);
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end();
    };
    if (instance === undefined) return fail('no instance is ready');
    const target = { host: '127.0.0.1', port: instance.port, method, path, agent: false as const };
    const onward = request({ ...target, headers: { ...headers, connection: 'close' } }, (answer) => {
      const { connection: _, ...kept } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, kept);
      answer.pipe(outgoing);
      answer.on('error', (error) => fail(error.message));
    });
    onward.on('error', (error) => fail(`${error.message} of ${instance.role}`));
    incoming.pipe(onward);
  }
}
