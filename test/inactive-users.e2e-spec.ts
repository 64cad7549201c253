import { beforeEach, describe, expect, it } from '@jest/globals';
import { useTestApp } from './support/use-test-app.js';

const app = await useTestApp();
const shop = await app.make.application();
const admin = await app.make.apiAdmin(shop);
const tea = await app.make.catalogue.product();

describe('what an API admin does for an inactive user', () => {
  let uid: number;
  let cartId: number;
  let lineId: number;
  let orderId: number;

  beforeEach(async () => {
    const member = await app.make.member(shop);
    uid = member.user.uid;
    await member.post('commerce/add-cart-item/', { product_id: tea.id });
    orderId = (await member.post('commerce/create-order/')).body.data.order_id;
    const cart = (await member.post('commerce/add-cart-item/', { product_id: tea.id })).body.data;
    [cartId, lineId] = [cart.cart_id, cart.cartitems[0].id];
    await (await app.make.superAdmin()).patch(`/admin/api/users/${uid}/`, { status: 'inactive' });
  });

  it('is refused as a conflict for every change, which changes nothing', async () => {
    const changes: [string, object][] = [
      ['commerce/add-cart-item/', { product_id: tea.id }],
      ['commerce/update-cart/', { quantity: 2, line_item_id: lineId, cart_id: cartId }],
      ['commerce/remove-cart-item/', { pk: lineId, order_id: cartId }],
      ['commerce/create-order/', {}],
      ['commerce/wishlist-add/', { product_id: tea.id }],
      ['commerce/wishlist-remove/', { product_id: tea.id }],
      ['sso/ticket/', { application_id: shop.id }],
    ];
    for (const [path, body] of changes) {
      const answer = await admin.post(`${path}?uid=${uid}`, body);
      expect([path, answer.status, answer.body.type]).toEqual([path, 409, 'Conflict']);
      expect(answer.body.errors.uid[0].message).toContain('inactive');
    }
    const cart = (await admin.get(`commerce/cart-items/?uid=${uid}`)).body.data;
    expect(cart).toMatchObject({ cart_id: cartId, cartitems: [{ quantity: 1 }] });
    expect((await admin.get(`commerce/orders/?uid=${uid}`)).body.data.count).toBe(1);
  });

  it('may read, and moves its orders along', async () => {
    for (const path of ['commerce/wishlist-items/', `commerce/orders/${orderId}/`])
      expect((await admin.get(`${path}?uid=${uid}`)).status).toBe(200);
    const move = (query: string, status: string) =>
      admin.post(`commerce/order-status/${query}`, { order_id: orderId, status });
    expect((await move(`?uid=${uid}`, 'paid')).status).toBe(200);
    expect((await move('', 'cancelled')).status).toBe(200);
  });

  it('is possible again for a user who is active again', async () => {
    await (await app.make.superAdmin()).patch(`/admin/api/users/${uid}/`, { status: 'active' });
    expect((await admin.post(`commerce/create-order/?uid=${uid}`)).status).toBe(200);
  });
});
