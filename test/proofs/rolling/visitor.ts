import { setTimeout as sleep } from 'node:timers/promises';
import { ask, type Answer, type Sender, type Sent, type Silence } from '../support/http.js';
import { BASE, type Person } from '../support/shop.js';
import type { Proxy } from './proxy.js';

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
