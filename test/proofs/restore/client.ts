import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Balancer, Sent } from '#test/support/http.js';
import type { Checks } from '#test/support/report.js';
import type { Random } from '#test/support/random.js';
import { account, BASE, LENIENT_APPROVALS, type Person, type Shop, signUpBody } from '#test/support/shop.js';

/** What a change leaves: a row of one of these, by which it is found again. */
export type Kind = 'cart' | 'order' | 'payment' | 'user' | 'earning';

/** A change that was acknowledged. Times are milliseconds on the clock of this process. */
export interface Change {
  readonly kind: Kind;
  /** An id, a name, or a cart and its version. */
  readonly key: string;
  readonly sent: number;
  readonly acknowledged: number;
}

const PACE_MS = 60;

/** Somebody who keeps changing things, and writes down what was acknowledged. */
export class Client {
  private readonly placed: number[] = [];
  private count = 0;

  /** @param apiAdmin signs people up and says that orders are paid */
  constructor(
    private readonly person: Person,
    private readonly shop: Shop,
    private readonly random: Random,
    private readonly sender: Balancer,
    private readonly changes: Change[],
  ) {}

  /** Goes on until told to stop; what fails while the service goes down is not acknowledged. */
  async workUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.act();
      await sleep(this.random.below(PACE_MS));
    }
  }

  private act(): Promise<void> {
    const draw = this.random.next();
    if (draw < 0.2) return this.order();
    if (draw < 0.3) return this.pay();
    if (draw < 0.38) return this.signUp();
    if (draw < 0.5) return this.adjust();
    return this.add();
  }

  private add(): Promise<void> {
    const body = { product_id: this.random.pick(this.shop.products), quantity: 1 };
    return this.change('cart', 'commerce/add-cart-item/', body, this.person.headers, ({ cart_id, version }) => {
      return `${Number(cart_id)} ${Number(version)}`;
    });
  }

  private order(): Promise<void> {
    return this.change('order', 'commerce/create-order/', {}, this.person.headers, ({ order_id }) => {
      this.placed.push(Number(order_id));
      return String(order_id);
    });
  }

  private pay(): Promise<void> {
    const order_id = this.placed.shift();
    if (order_id === undefined) return this.add();
    const body = { order_id, status: 'paid' };
    return this.change('payment', 'commerce/order-status/', body, this.shop.apiAdmin.headers, () => String(order_id));
  }

  private signUp(): Promise<void> {
    const body = signUpBody(this.name());
    return this.change('user', 'user/signup/', body, this.shop.apiAdmin.headers, ({ uid }) => String(uid));
  }

  private adjust(): Promise<void> {
    const reason = this.name();
    const body = { uid: this.person.uid, amount: 1 + this.random.below(1000) / 100, reason };
    return this.change('earning', '/admin/api/earnings/', body, this.shop.superAdmin, () => reason);
  }

  private async change(
    kind: Kind,
    path: string,
    body: object,
    headers: Sent['headers'],
    keyOf: (data: Answer['data']) => string,
  ): Promise<void> {
    const sent = performance.now();
    const at = path.startsWith('/') ? path : `${BASE}/${path}`;
    const answer = await this.sender.send({ method: 'POST', path: at, headers: headers!, body });
    if (answer?.status !== 200) return;
    this.changes.push({ kind, key: keyOf(answer.data), sent, acknowledged: performance.now() });
  }

  private name(): string {
    this.count += 1;
    return `${this.person.username}-${Math.floor(this.random.next() * 1e9)}-${this.count}`;
  }
}

/** Makes another super admin; the headers of its requests. */
export async function hireTreasurer(sender: Balancer, { superAdmin }: Shop): Promise<Person['headers']> {
  const username = 'treasurer';
  const path = '/admin/api/approvals/settings/';
  await sender.send({ method: 'PATCH', path, headers: superAdmin, body: LENIENT_APPROVALS });
  const body = { ...account(username), roles: ['super_admin'] };
  await sender.send({ method: 'POST', path: '/admin/api/users/', headers: superAdmin, body });
  return enter(sender, account(username));
}

/** Enters the admin module; the headers of further requests. */
export async function enter(
  sender: Balancer,
  { username, password }: { username: string; password: string },
): Promise<Person['headers']> {
  const answer = await sender.send({ method: 'POST', path: '/admin/api/session/', body: { username, password } });
  if (answer?.status !== 200) throw new Error(`the log-in of ${username} was answered with ${JSON.stringify(answer)}`);
  return { authorization: `Bearer ${String(answer.data.access_token)}` };
}

/** Who pays members, before and after a restore. */
export class Payouts {
  /** @param treasurer the headers of the super admin who releases what another one has made */
  constructor(
    private readonly balancer: Balancer,
    private readonly shop: Shop,
    private readonly treasurer: Person['headers'],
    private readonly checks: Checks,
  ) {}

  /** Makes and releases a payout, whose items nobody has marked yet; its id. */
  async release(): Promise<number> {
    const { superAdmin } = this.shop;
    const body = { uid: this.shop.members[0]!.uid, amount: 10, reason: 'to be paid' };
    await this.must({ method: 'POST', path: '/admin/api/earnings/', headers: superAdmin, body });
    const { id } = await this.must({ method: 'POST', path: '/admin/api/payouts/', headers: superAdmin, body: {} });
    const path = `/admin/api/payouts/${Number(id)}/release/`;
    await this.must({ method: 'POST', path, headers: this.treasurer, body: {} });
    return Number(id);
  }

  /** Marks the items of a payout as paid, with the references that the bank gave; the same again after a restore. */
  async markPaid(payout: number): Promise<void> {
    const headers = this.shop.superAdmin;
    const path = `/admin/api/payouts/${payout}/items/`;
    const { results } = await this.must({ method: 'GET', path: `${path}?limit=100`, headers });
    for (const { id, status } of results as { id: number; status: string }[]) {
      this.checks.that('payouts', 'an item waits to be marked', status === 'pending', status);
      await this.must({ method: 'POST', path: `${path}${id}/paid/`, headers, body: { reference: `bank-${id}` } });
    }
  }

  private async must(request: Sent): Promise<Record<string, unknown>> {
    const answer = await this.balancer.send(request);
    if (answer?.status !== 200) throw new Error(`${request.path} was answered with ${JSON.stringify(answer)}`);
    return answer.data;
  }
}

/** Remembers what it was told by the id of the event, as receivers do that drop what they know. */
export class Receiver {
  /** Ids that came again with another content, which a receiver would have dropped: defects. */
  readonly reused: string[] = [];
  private readonly bodies = new Map<string, string>();
  private readonly server: Server = createServer((request, response) => {
    void text(request).then(
      (body) => {
        const id = String(request.headers['webhook-id']);
        if ((this.bodies.get(id) ?? body) !== body) this.reused.push(`${id}: ${this.bodies.get(id)} and ${body}`);
        this.bodies.set(id, body);
        response.writeHead(204).end();
      },
      () => response.destroy(),
    );
  });

  async listen(): Promise<string> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Ids of all events that it was told of. */
  get ids(): string[] {
    return [...this.bodies.keys()];
  }

  /** The data of the events of a type, in the order in which they came. */
  told(type: string): Record<string, unknown>[] {
    return [...this.bodies.values()]
      .map((body) => JSON.parse(body) as { type: string; data: Record<string, unknown> })
      .filter((event) => event.type === type)
      .map(({ data }) => data);
  }
}
