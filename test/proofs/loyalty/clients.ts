import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Sender, Sent } from '#test/support/http.js';
import type { Random } from '#test/support/random.js';
import { BASE, type Person, type Shop } from '#test/support/shop.js';

const PACE_MS = 50;
const SIGNED_IN_MS = 8 * 60_000;

/** An order that was placed, as far as answers said so. */
export interface Order {
  id: number;
  /** Its lines, if they are known. */
  lines: readonly number[];
}

/** Somebody who keeps doing things, one after the other; whatever happens to each, the database tells. */
abstract class Client {
  private signedInAt = Date.now();

  constructor(
    private readonly person: Person,
    protected readonly shop: Shop,
    protected readonly random: Random,
    private readonly balancer: Sender,
    protected readonly orders: Order[],
  ) {}

  async workUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      if (Date.now() - this.signedInAt > SIGNED_IN_MS) {
        this.signedInAt = Date.now();
        // A sign-in that a kill cuts off is tried again soon: the old token is still good.
        await this.shop.signInAgain(this.person).catch(() => (this.signedInAt -= SIGNED_IN_MS - 30_000));
      }
      await this.act();
      await sleep(this.random.below(PACE_MS));
    }
  }

  protected abstract act(): Promise<unknown>;

  protected ask(method: Sent['method'], path: string, body?: object): Promise<Answer | undefined> {
    return this.balancer.send({ method, path: `${BASE}/${path}`, headers: this.person.headers, ...(body && { body }) });
  }
}

/** A member that fills carts, redeems points and places orders. */
export class Member extends Client {
  protected async act(): Promise<void> {
    const draw = this.random.next();
    if (draw < 0.2) return this.place();
    if (draw < 0.45) return this.redeem();
    const body = { product_id: this.random.pick(this.shop.products), quantity: 1 + this.random.below(12) };
    await this.ask('POST', 'commerce/add-cart-item/', body);
  }

  private async place(): Promise<void> {
    const answer = await this.ask('POST', 'commerce/create-order/');
    if (answer?.status !== 200) return;
    const id = Number(answer.data.order_id);
    const items = (await this.ask('GET', `commerce/orders/${id}/`))?.data.items as { id: number }[] | undefined;
    this.orders.push({ id, lines: items?.map((item) => item.id) ?? [] });
  }

  /** All that there is, or a part of it. */
  private async redeem(): Promise<void> {
    const points = Number((await this.ask('GET', 'loyalty/account/'))?.data.points ?? 0);
    const wanted = this.random.chance(0.5) ? points : this.random.below(points + 2);
    await this.ask('PUT', 'loyalty/redemption/', { points: Math.max(0, wanted) });
  }
}

/** Pays, completes, cancels and returns orders, some of them several times. */
export class Office extends Client {
  protected async act(): Promise<unknown> {
    if (this.orders.length === 0) return undefined;
    const { id: order_id, lines } = this.random.pick(this.random.chance(0.6) ? this.orders.slice(-6) : this.orders);
    const draw = this.random.next();
    if (draw > 0.8) return this.takeBack(order_id, lines);
    const status = draw < 0.6 ? 'paid' : draw < 0.72 ? 'completed' : 'cancelled';
    return this.ask('POST', 'commerce/order-status/', { order_id, status });
  }

  /** Mostly a single piece. */
  private takeBack(order_id: number, lines: readonly number[]): Promise<unknown> {
    const isOne = lines.length > 0 && this.random.chance(0.8);
    const items = isOne ? { items: [{ id: this.random.pick(lines), quantity: 1 }] } : {};
    return this.ask('POST', 'commerce/order-return/', { order_id, reason: 'proof', ...items });
  }
}
