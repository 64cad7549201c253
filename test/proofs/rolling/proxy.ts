import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, ask, type Sender, type Sent, type Silence } from '#test/support/http.js';
import type { Instance } from '#test/support/instance.js';
import { BASE, type Person } from '#test/support/shop.js';

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

/** Sends each request once, through the proxy, and writes down those that failed. */
export class Visitor implements Sender {
  readonly failures: string[] = [];
  /** Milliseconds of the slowest request. */
  slowest = 0;
  requests = 0;

  constructor(private readonly proxy: Proxy) {}

  async send(request: Sent): Promise<Answer | undefined> {
    const begun = performance.now();
    const answer: Answer | Silence = await ask(this.proxy, request);
    this.requests += 1;
    this.slowest = Math.max(this.slowest, performance.now() - begun);
    const what = `${request.method} ${request.path}`;
    if (typeof answer === 'string') {
      this.failures.push(`${what} was not answered (${answer})`);
      return undefined;
    }
    if (answer.status >= 500 || answer.status === 401) {
      this.failures.push(`${what} was answered with ${answer.status} ${answer.message}`);
    }
    return answer;
  }
}

/** What a reader reads of a person: lists, which later reads may not fall behind. */
const LISTS = ['orders/', 'product/list/?limit=20', 'cart-items/'];

const PACE_MS = 60;

/** Reads lists, signs in, and lets an admin read: what changes nothing. */
export class Reader {
  readonly failures: string[] = [];

  constructor(
    private readonly people: readonly Person[],
    private readonly superAdmin: Person['headers'],
    private readonly signInAgain: (person: Person) => Promise<void>,
    private readonly visitor: Visitor,
  ) {}

  /** Goes on until told to stop. */
  async workUntil(isOver: () => boolean): Promise<void> {
    const seen = new Map<string, number>();
    for (let turn = 0; !isOver(); turn += 1) {
      const person = this.people[turn % this.people.length]!;
      for (const list of LISTS) {
        const answer = await this.visitor.send({
          method: 'GET',
          path: `${BASE}/commerce/${list}`,
          headers: person.headers,
        });
        if (list === 'orders/' && answer?.status === 200) this.compare(seen, person, Number(answer.data.count));
      }
      await this.visitor.send({ method: 'GET', path: '/admin/api/orders/?limit=5', headers: this.superAdmin });
      if (turn % 5 === 0) await this.signInAgain(person);
      await sleep(PACE_MS);
    }
  }

  private compare(seen: Map<string, number>, { username }: Person, orders: number): void {
    const before = seen.get(username) ?? 0;
    if (orders < before) this.failures.push(`${username} had ${before} orders, and then ${orders}`);
    seen.set(username, orders);
  }
}
