import { Injectable } from '@nestjs/common';
import { type Caller, type CallingApplication, callerWithoutRequest } from '#common/access/index.js';
import { Database } from '#common/database/index.js';
import type { User } from '#people/users/index.js';
import { CartService, OrderPlacement, OrderReturns, OrdersService } from '#sales/orders/index.js';
import { FIND_PRODUCTS } from '../first-start.queries.js';
import type { Basket } from './story.js';

/** An order of the story, as far as what happens to it needs to know. */
export interface DemoOrder {
  readonly id: number;
  /** Ids of its lines, by SKU. */
  readonly lines: ReadonlyMap<string, number>;
}

/** Lets the people of the demo buy. */
@Injectable()
export class DemoOrders {
  private readonly products = new Map<string, number>();

  constructor(
    private readonly db: Database,
    private readonly carts: CartService,
    private readonly placement: OrderPlacement,
    private readonly orders: OrdersService,
    private readonly returns: OrderReturns,
  ) {}

  /** Reads the catalogue: from now on everything can be bought. */
  async open(): Promise<void> {
    const found = await this.db.query<{ sku: string; id: number }>(null, FIND_PRODUCTS);
    for (const { sku, id } of found) this.products.set(sku, id);
  }

  /** Fills the cart of a member, and places it. */
  async place({ uid, username }: User, basket: Basket, application: CallingApplication): Promise<DemoOrder> {
    const caller: Caller = {
      ...callerWithoutRequest('first-start', { uid, username, roles: ['member'] }),
      application,
    };
    const lines = new Map<string, number>();
    for (const [sku, quantity] of Object.entries(basket)) {
      const product_id = this.products.get(sku)!;
      const cart = await this.carts.add(caller, { dto: { product_id, quantity }, errors: {} }, undefined);
      lines.set(sku, cart.cartitems.find((item) => item.product_id === product_id)!.id);
    }
    const { order_id: id } = await this.placement.place(caller, {}, undefined);
    return { id, lines };
  }

  async move(
    caller: Caller,
    { id }: DemoOrder,
    status: 'paid' | 'completed' | 'cancelled',
    reason?: string,
  ): Promise<void> {
    await this.orders.changeStatus(caller, { order_id: id, status, ...(reason === undefined ? {} : { reason }) });
  }

  /** @param sku one piece of it comes back; all if undefined */
  async takeBack(caller: Caller, { id, lines }: DemoOrder, sku: string | undefined, reason: string): Promise<void> {
    const items = sku === undefined ? {} : { items: [{ id: lines.get(sku)!, quantity: 1 }] };
    await this.returns.return(caller, { order_id: id, ...items, reason });
  }
}
