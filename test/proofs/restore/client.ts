import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Balancer, Sent } from '../support/http.js';
import type { Random } from '../support/random.js';
import { account, BASE, signUpBody, type Person, type Shop, LENIENT_APPROVALS } from '../support/shop.js';

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
