import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestClient } from '../../test/support/factories.js';
import { startTestApp, type Answer, type TestApp } from '../../test/support/start-test-app.js';
import { minimalExtension } from './minimal.extension.js';
import { OrderJournal } from './order-journal.js';

describe('the minimal extension', () => {
  let app: TestApp;
  let member: TestClient;
  let kit: number;
  let soap: number;

  beforeAll(async () => {
    app = await startTestApp({ extensions: [minimalExtension] });
    ({ id: kit } = await app.make.catalogue.product({ bundleId: 'starter-kit-basic', price: '100' }));
    ({ id: soap } = await app.make.catalogue.product({ price: '9.99' }));
  });
  afterAll(() => app.stop());

  const add = (product_id: number, quantity: number): Promise<Answer> =>
    member.post('commerce/add-cart-item/', { product_id, quantity });

  it('refuses a third starter kit, in whichever way it would come into the cart', async () => {
    member = await app.make.member();
    const { data } = (await add(kit, 2)).body;
    const refusal = {
      status: 400,
      body: { type: 'Validation Error', errors: { quantity: [{ message: 'must be at most 2 for a starter kit' }] } },
    };
    expect(await add(kit, 1)).toMatchObject(refusal);
    const change = { cart_id: data.cart_id, line_item_id: data.cartitems[0].id, quantity: 3 };
    expect(await member.post('commerce/update-cart/', change)).toMatchObject(refusal);
    expect((await member.get('commerce/cart-items/')).body.data).toMatchObject({ version: 1, totals: { quantity: 2 } });
  });

  it('prices carts and orders by its discounts', async () => {
    member = await app.make.member();
    expect((await add(soap, 4)).body.data).toMatchObject({
      cartitems: [{ unit_price: 9.99 }],
      totals: { price: 39.96 },
    });
    expect((await add(soap, 6)).body.data).toMatchObject({
      cartitems: [{ unit_price: 8.991 }],
      totals: { price: 89.91 },
    });
    const { order_id } = (await member.post('commerce/create-order/')).body.data;
    expect((await member.get(`commerce/orders/${order_id}/`)).body.data).toMatchObject({
      items: [{ quantity: 10, unit_price: 8.991, price: 89.91 }],
      totals: { price: 89.91 },
    });
  });

  it('hears of placed orders', async () => {
    member = await app.make.member();
    await add(soap, 1);
    const { order_number } = (await member.post('commerce/create-order/')).body.data;
    expect(app.nest.get(OrderJournal, { strict: false }).placed).toContain(order_number);
  });

  it('has an endpoint of its own, for applications only, and in the API reference', async () => {
    const { apikey } = await app.make.application();
    expect(await app.send('GET', 'commerce/discounts/', { headers: { apikey } })).toMatchObject({
      status: 200,
      body: {
        status_code: 200,
        errors: {},
        data: { tiers: [{ from_quantity: 10, percent: 10 }, { from_quantity: 5 }] },
      },
    });
    expect(await app.send('GET', 'commerce/discounts/')).toMatchObject({ status: 400, body: { type: 'Bad Request' } });
    const { body } = await app.send('GET', '/openapi.json');
    expect(JSON.stringify(body.paths)).toContain('getDiscounts');
  });
});
