import { Injectable, Module } from '@nestjs/common';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { AppError } from '#common/errors/app-error.js';
import {
  BestEffortListener,
  Hook,
  Subscriber,
  type CommerceEvent,
  type HookPoint,
  type HookPoints,
  type RecordedEvent,
} from '#common/events/index.js';
import type { TestClient } from './support/factories.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

let refuse: HookPoint | undefined;
const told: unknown[] = [];
const heard: string[] = [];
const prices: unknown[] = [];
const seen: unknown[] = [];

/** Writes down what it is told, and refuses when the test says so. */
@Injectable()
class Watcher {
  @Hook('cart.add')
  add(tx: EntityManager, { cart_id, product_id, sku, bundle_id, quantity }: HookPoints['cart.add']): Promise<void> {
    return this.decide('cart.add', tx, { cart_id, product_id, sku, bundle_id, quantity });
  }

  @Hook('cart.changeQuantity')
  change(tx: EntityManager, { sku, quantity, caller }: HookPoints['cart.changeQuantity']): Promise<void> {
    return this.decide('cart.changeQuantity', tx, { sku, quantity, uid: caller.actsFor });
  }

  @Hook('order.place')
  place(tx: EntityManager, { lines, totals }: HookPoints['order.place']): Promise<void> {
    const skus = lines.map(({ sku, unit_price }) => `${sku} ${unit_price.toFixed(2)}`);
    return this.decide('order.place', tx, { skus, price: totals.price.toFixed(2) });
  }

  @BestEffortListener('*')
  hear({ type }: CommerceEvent): void {
    heard.push(type);
  }

  @BestEffortListener('cart.updated')
  hearPrice({ data }: CommerceEvent<{ totals: { price: number } }>): void {
    prices.push(data.totals.price);
  }

  @Subscriber('cart.updated')
  async seePrice(_tx: EntityManager, events: readonly RecordedEvent<'cart.updated'>[]): Promise<void> {
    seen.push(...events.map(({ data }) => data.totals.price));
  }

  private async decide(point: HookPoint, tx: EntityManager, context: object): Promise<void> {
    const rows = await tx.query<{ inside: boolean }[]>('SELECT txid_current_if_assigned() IS NOT NULL AS inside');
    told.push({ point, inside: rows[0]?.inside, ...context });
    if (refuse === point) throw new AppError('CONFLICT', 'the watcher refuses');
  }
}

@Module({ providers: [Watcher] })
class WatcherModule {}

const app = await useTestApp({ extensions: [WatcherModule] });
const catalogue = app.make.catalogue;
const product = await catalogue.product({ price: '2.50' });

describe('hooks of carts and orders', () => {
  let member: TestClient;

  beforeEach(async () => {
    member = await app.make.member();
    refuse = undefined;
    told.length = 0;
    heard.length = 0;
  });

  const add = () => member.post('commerce/add-cart-item/', { product_id: product.id, quantity: 2 });
  const cart = async () => (await member.get('commerce/cart-items/')).body.data;

  it('are told of each change inside its transaction, and listeners after it', async () => {
    await add();
    const { data } = (await add()).body;
    await member.post('commerce/update-cart/', {
      cart_id: data.cart_id,
      line_item_id: data.cartitems[0].id,
      quantity: 3,
    });
    await member.post('commerce/create-order/');
    const line = { cart_id: data.cart_id, product_id: product.id, sku: product.sku, bundle_id: product.bundleId };
    expect(told).toEqual([
      { point: 'cart.add', inside: true, ...line, quantity: 2 },
      { point: 'cart.add', inside: true, ...line, quantity: 4 },
      { point: 'cart.changeQuantity', inside: true, sku: product.sku, quantity: 3, uid: member.user.uid },
      { point: 'order.place', inside: true, skus: [`${product.sku} 2.50`], price: '7.50' },
    ]);
    expect(heard).toEqual(['cart.updated', 'cart.updated', 'cart.updated', 'order.placed']);
  });

  it('leave plain numbers to subscribers and listeners, however many digits they have', async () => {
    const dear = await catalogue.product({ price: '9999999999.9999' });
    await member.post('commerce/add-cart-item/', { product_id: dear.id, quantity: 9999 });
    expect(seen.at(-1)).toBe(99989999999999.0001);
    expect(prices.at(-1)).toBe(99989999999999.0001);
  });

  it('refuse an add, which then leaves nothing behind', async () => {
    refuse = 'cart.add';
    expect(await add()).toMatchObject({ status: 409, body: { message: 'the watcher refuses' } });
    expect(await cart()).toMatchObject({ cart_id: null, version: 0 });
    expect(heard).toEqual([]);
  });

  it('refuse a change of a quantity', async () => {
    const { data } = (await add()).body;
    refuse = 'cart.changeQuantity';
    const answer = await member.post('commerce/update-cart/', {
      cart_id: data.cart_id,
      line_item_id: data.cartitems[0].id,
      quantity: 3,
    });
    expect(answer.status).toBe(409);
    expect(await cart()).toMatchObject({ version: 1, totals: { quantity: 2 } });
  });

  it('refuse an order, and the cart stays', async () => {
    await add();
    refuse = 'order.place';
    expect((await member.post('commerce/create-order/')).status).toBe(409);
    expect(await cart()).toMatchObject({ version: 1, totals: { quantity: 2 } });
    expect((await member.get('commerce/orders/')).body.data.count).toBe(0);
  });

  it('refuse an order, which takes no number', async () => {
    const place = (): Promise<Answer> => member.post('commerce/create-order/');
    const number = async (): Promise<number> => Number((await place()).body.data.order_number.split('-')[1]);
    await add();
    const last = await number();
    await add();
    refuse = 'order.place';
    expect((await place()).status).toBe(409);
    refuse = undefined;
    expect(await number()).toBe(last + 1);
  });
});
