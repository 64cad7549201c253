import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClient } from '@commerce/client';
import { PASSWORD } from '#test/support/factories.js';
import { startTestApp, type TestApp } from '#test/support/start-test-app.js';

describe('the typed client', () => {
  let app: TestApp;
  let address: string;

  beforeAll(async () => {
    app = await startTestApp();
    address = await app.listen();
  });
  afterAll(() => app.stop());

  it('logs in, finds a product, fills the cart, orders it at the total that was shown, and reads all orders', async () => {
    await app.make.catalogue.product({ price: '12.5' });
    const { apikey } = await app.make.application();
    const { username } = await app.make.user();
    const shop = createClient({ baseUrl: `${address}/api/v1`, applicationKey: apikey });
    await shop.logIn({ username, password: PASSWORD });
    const { results } = await shop.listBundles({ limit: 1 });
    const { product_id } = results[0]!.products[0]!;
    const cart = await shop.addCartItem({ product_id, quantity: 2 });
    const order = await shop.createOrder({ expected_total: cart.totals.price }, { ifMatch: cart.version });
    const read = await shop.getOrder({ id: order.order_id });
    expect(read.items).toEqual([expect.objectContaining({ product_id, quantity: 2, price: 25 })]);
    const numbers = [];
    for await (const { order_number } of shop.listOrders({ limit: 1 })) numbers.push(order_number);
    expect(numbers).toEqual([order.order_number]);
  });
});
