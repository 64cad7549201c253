import { beforeEach, describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { Hook, type Extension, type HookPoints } from '../src/index.js';
import { OrderNumbers, type NumberedOrder } from '#sales/orders/index.js';
import { Pricing, type PricingContext, type PricingLine } from '#sales/pricing/index.js';
import { auditOf, eventsOf, type TestProduct } from './support/catalogue.js';
import type { TestClient } from './support/factories.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const CART = 'commerce/cart-items/';
const CREATE = 'commerce/create-order/';

/** Ten pieces of a line and more cost a tenth less each. */
@Injectable()
class VolumePrices extends Pricing {
  unitPrices(_context: PricingContext, lines: readonly PricingLine[]) {
    return lines.map(({ unit_price, quantity }) => (quantity >= 10 ? unit_price.times('0.9') : unit_price));
  }
}

/** Counts the numbers that are drawn. */
@Injectable()
class CountedNumbers extends OrderNumbers {
  static drawn = 0;

  next(_tx: unknown, { id }: NumberedOrder): string {
    CountedNumbers.drawn += 1;
    return `N-${id}`;
  }
}

/** Hears of the prices that an order is placed with. */
@Injectable()
class HeardPrices {
  static last: string[] = [];

  @Hook('order.place')
  hear(_tx: unknown, { lines }: HookPoints['order.place']): void {
    HeardPrices.last = lines.map(
      ({ unit_price, catalogue_price }) => `${unit_price.toFixed()} of ${catalogue_price.toFixed()}`,
    );
  }
}

@Module({ providers: [HeardPrices] })
class PricesModule {}

const EXTENSION: Extension = {
  module: PricesModule,
  replaces: [
    { provide: Pricing, useClass: VolumePrices },
    { provide: OrderNumbers, useClass: CountedNumbers },
  ],
};

const app = await useTestApp({ extensions: [EXTENSION] });
const shop = await app.make.application();

describe('the total that create-order expects', () => {
  let member: TestClient;
  let tea: TestProduct;

  beforeEach(async () => {
    member = await app.make.member(shop);
    tea = await app.make.catalogue.product({ price: '24.90' });
  });

  const add = async (quantity = 1) =>
    (await member.post('commerce/add-cart-item/', { product_id: tea.id, quantity })).body.data;
  const place = (expected_total: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    member.post(CREATE, { expected_total }, { headers });
  const cart = async () => (await member.get(CART)).body.data;
  const orders = async (): Promise<number> => (await member.get('commerce/orders/')).body.data.count;

  it('is charged when it is the total, as number and as text of a form, with zeros or without', async () => {
    for (const [payload, type] of [
      ['{"expected_total": 49.80}', 'application/json'],
      ['{"expected_total": 4.98e1}', 'application/json'],
      ['expected_total=49.8000', 'application/x-www-form-urlencoded'],
    ] as const) {
      await add(2);
      const placed = await member.post(CREATE, payload, { headers: { 'content-type': type } });
      expect(placed).toMatchObject({ status: 200, body: { data: { status: 'placed' } } });
    }
    expect(await orders()).toBe(3);
  });

  it('is what the prices of the service come to, extensions included', async () => {
    await add(10);
    expect((await place(249)).body.data.totals.price).toBe(224.1);
    expect((await place(224.1)).status).toBe(200);
    expect(HeardPrices.last).toEqual(['22.41 of 24.9']);
  });

  it('refuses a price that rose, with the cart as it is now, and changes nothing', async () => {
    await add();
    await app.make.catalogue.setPrice(tea, '2490');
    const refused = await place(24.9, { 'if-match': '1' });
    expect(refused).toMatchObject({ status: 409, body: { status_code: 409, type: 'Conflict' } });
    expect(refused.body.message).toBe(
      'expected_total: the total is 2490 now, not 24.9; show the cart in data, then send its total',
    );
    expect(Object.keys(refused.body.errors)).toEqual(['expected_total']);
    expect(refused.body.data).toEqual(await cart());
    expect(refused.body.data).toMatchObject({ version: 1, totals: { price: 2490 }, cartitems: [{ unit_price: 2490 }] });
    expect(await orders()).toBe(0);
    expect((await eventsOf(app, 'order.placed')).filter(({ uid }) => uid === member.user.uid)).toEqual([]);
    expect((await place(refused.body.data.totals.price)).status).toBe(200);
  });

  it('refuses a price that fell too, and a difference of a ten-thousandth', async () => {
    await add();
    expect((await place(24.9001)).status).toBe(409);
    await app.make.catalogue.setPrice(tea, '20');
    expect((await place(24.9)).status).toBe(409);
    expect((await place(0)).status).toBe(409);
    expect((await place(20)).status).toBe(200);
  });

  it('may have more digits than a double holds, in JSON and in a form', async () => {
    const dear = await app.make.catalogue.product({ price: '9999999999.9999' });
    for (const [payload, type, status] of [
      ['{"expected_total": 89991000000000.0001}', 'application/json', 409],
      // The same double as the total.
      ['{"expected_total": 89990999999999.0002}', 'application/json', 409],
      ['{"expected_total": 89990999999999.0001}', 'application/json', 200],
      ['expected_total=89990999999999.0001', 'application/x-www-form-urlencoded', 200],
    ] as const) {
      await member.post('commerce/add-cart-item/', { product_id: dear.id, quantity: 9999 });
      const placed = await member.post(CREATE, payload, { headers: { 'content-type': type } });
      expect([payload, placed.status]).toEqual([payload, status]);
      if (status === 409) {
        const [expected] = /[\d.]+/.exec(payload)!;
        expect(placed.body.message).toContain(`the total is 89990999999999.0001 now, not ${expected}`);
        await member.post(CREATE, {});
      }
    }
  });

  it('need not be sent: then the prices of now are charged', async () => {
    await add();
    await app.make.catalogue.setPrice(tea, '30');
    expect((await member.post(CREATE, {})).status).toBe(200);
  });

  it.each([['"24.9"'], ['null'], ['true'], ['[24.9]'], ['-1'], ['24.90001'], ['1e-9'], ['24.900000000000000001']])(
    'is a Validation Error on its field when it is %s',
    async (text) => {
      await add();
      const payload = `{"expected_total": ${text}}`;
      const answer = await member.post(CREATE, payload, { headers: { 'content-type': 'application/json' } });
      expect(answer).toMatchObject({ status: 400, body: { type: 'Validation Error' } });
      expect(Object.keys(answer.body.errors)).toEqual(['expected_total']);
      expect(await orders()).toBe(0);
    },
  );

  it('is checked after If-Match, and after what makes a cart impossible to place', async () => {
    expect(await place(1)).toMatchObject({ status: 400, body: { errors: { cart: [{ message: 'is empty' }] } } });
    await add();
    const stale = await place(1, { 'if-match': '7' });
    expect(stale).toMatchObject({ status: 409, body: { data: {} } });
    expect(stale.body.message).toContain('If-Match');
    await app.make.catalogue.delete(tea);
    expect(await place(1)).toMatchObject({ status: 400, body: { errors: { cartitems: [{}] } } });
  });

  it('draws no number', async () => {
    await add();
    const before = CountedNumbers.drawn;
    await place(1);
    expect(CountedNumbers.drawn).toBe(before);
  });

  it('keeps its refusal under an Idempotency-Key, as every refusal: a new try takes a new key', async () => {
    await add();
    const key = { 'idempotency-key': `total-${member.user.uid}` };
    const first = await place(1, key);
    expect(first).toMatchObject({ status: 409, body: { data: { totals: { price: 24.9 } } } });
    const again = await place(1, key);
    expect(again).toMatchObject({ status: 409, headers: { 'idempotency-replayed': 'true' } });
    expect(again.text).toBe(first.text);
    expect((await place(24.9, key)).status).toBe(422);
    expect((await place(24.9, { 'idempotency-key': `total-${member.user.uid}-2` })).status).toBe(200);
  });

  it('shows an API admin the cart of the user for whom it orders, which is audited', async () => {
    const { cart_id } = await add();
    const admin = await app.make.apiAdmin(shop);
    const { uid } = member.user;
    const refused = await admin.post(`${CREATE}?uid=${uid}`, { expected_total: 1 });
    expect(refused).toMatchObject({ status: 409, body: { data: { cart_id, totals: { price: 24.9 } } } });
    expect(await auditOf(app, admin.user.uid)).toMatchObject([
      { action: 'cart.read', entity_id: String(cart_id), target_uid: uid },
    ]);
  });

  it('is the total of every order that is placed while the price changes', async () => {
    await add();
    const answers = await Promise.all([
      app.make.catalogue.setPrice(tea, '30').then(() => undefined),
      ...Array.from({ length: 6 }, () => place(24.9)),
    ]);
    const placed = answers.filter((answer) => answer?.status === 200);
    const { results } = (await member.get('commerce/orders/')).body.data;
    expect(results).toHaveLength(placed.length);
    for (const { totals } of results) expect(totals.price).toBe(24.9);
  });
});
