import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startTestApp, type Answer, type TestApp, type TestClient } from 'direct-selling-commerce-api/testing';
import { minimalExtension } from './minimal.extension.js';
import { OrderJournal } from './order-journal.js';

describe('the minimal extension', () => {
  let app: TestApp;
  let member: TestClient;
  let kit: number;
  let soap: number;

  before(async () => {
    app = await startTestApp({ extensions: [minimalExtension] });
    ({ id: kit } = await app.make.catalogue.product({ bundleId: 'starter-kit-basic', price: '100' }));
    ({ id: soap } = await app.make.catalogue.product({ price: '9.99' }));
  });
  after(() => app.stop());

  const add = (product_id: number, quantity: number): Promise<Answer> =>
    member.post('commerce/add-cart-item/', { product_id, quantity });

  it('refuses a third starter kit, by adding and by changing the quantity', async () => {
    member = await app.make.member();
    const { data } = (await add(kit, 2)).body;
    const refusal = {
      status: 400,
      body: { type: 'Validation Error', errors: { quantity: [{ message: 'must be at most 2 for a starter kit' }] } },
    };
    assert.partialDeepStrictEqual(await add(kit, 1), refusal);
    const change = { cart_id: data.cart_id, line_item_id: data.cartitems[0].id, quantity: 3 };
    assert.partialDeepStrictEqual(await member.post('commerce/update-cart/', change), refusal);
    assert.partialDeepStrictEqual((await member.get('commerce/cart-items/')).body.data, {
      version: 1,
      totals: { quantity: 2 },
    });
  });

  it('prices carts and orders by its discounts', async () => {
    member = await app.make.member();
    assert.partialDeepStrictEqual((await add(soap, 4)).body.data, {
      cartitems: [{ unit_price: 9.99 }],
      totals: { price: 39.96 },
    });
    assert.partialDeepStrictEqual((await add(soap, 6)).body.data, {
      cartitems: [{ unit_price: 8.991 }],
      totals: { price: 89.91 },
    });
    const { order_id } = (await member.post('commerce/create-order/')).body.data;
    assert.partialDeepStrictEqual((await member.get(`commerce/orders/${order_id}/`)).body.data, {
      items: [{ quantity: 10, unit_price: 8.991, price: 89.91 }],
      totals: { price: 89.91 },
    });
  });

  it('is notified of placed orders', async () => {
    member = await app.make.member();
    await add(soap, 1);
    const { order_number } = (await member.post('commerce/create-order/')).body.data;
    assert.ok(app.nest.get(OrderJournal, { strict: false }).placed.includes(order_number));
  });

  it('has an endpoint of its own, for applications only, and in the API reference', async () => {
    const { apikey } = await app.make.application();
    assert.partialDeepStrictEqual(await app.send('GET', 'commerce/discounts/', { headers: { apikey } }), {
      status: 200,
      body: {
        status_code: 200,
        errors: {},
        data: { tiers: [{ from_quantity: 10, percent: 10 }, { from_quantity: 5 }] },
      },
    });
    assert.partialDeepStrictEqual(await app.send('GET', 'commerce/discounts/'), {
      status: 400,
      body: { type: 'Bad Request' },
    });
    const { body } = await app.send('GET', '/openapi.json');
    assert.ok(JSON.stringify(body.paths).includes('getDiscounts'));
  });

  it('has a type of bonus of its own, which plans may use', async () => {
    const root = await app.make.superAdmin();
    const plan = {
      name: 'Loyal',
      period: 'month',
      time_zone: 'UTC',
      volumes: { qualifying: 'points', commissionable: 'business_volume' },
      ranks: [{ name: 'member' }],
    };
    const bonus = { id: 'back', type: 'loyalty', percents: { member: 5 } };
    assert.partialDeepStrictEqual(await root.post('/admin/api/plans/', { ...plan, bonuses: [bonus] }), {
      status: 200,
      body: { data: { plan: { bonuses: [bonus] } } },
    });
    assert.partialDeepStrictEqual(
      await root.post('/admin/api/plans/', { ...plan, bonuses: [{ ...bonus, percents: { gold: 5 } }] }),
      { status: 400, body: { errors: { bonuses: [{ path: 'bonuses[0].percents.gold' }] } } },
    );
  });
});
