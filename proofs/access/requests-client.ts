import { bundleBody, SUPER_ADMIN } from '../support/shop.js';
import type { Make } from './requests.js';

const PRODUCT = 'commerce/product';

const withProduct: Make = ({ world }) => ({ body: { product_id: world.productId } });

/** Valid requests to the client API. */
export const CLIENT_REQUESTS: Readonly<Record<string, Make>> = {
  'POST /api/v1/token': (stage) => ({
    body: { username: stage.person('member').username, password: SUPER_ADMIN.password },
  }),
  'POST /api/v1/oauth/token': (stage) => ({
    body: new URLSearchParams({
      grant_type: 'password',
      username: stage.person('member').username,
      password: SUPER_ADMIN.password,
    }),
  }),
  'POST /api/v1/oauth/revoke': () => ({ body: new URLSearchParams({ token: 'rt_none' }) }),
  'POST /api/v1/logout': () => ({}),
  'POST /api/v1/sso/ticket': ({ other }) => ({ body: { application_id: other.id } }),

  'GET /api/v1/commerce/cart-items': () => ({}),
  'POST /api/v1/commerce/add-cart-item': withProduct,
  'POST /api/v1/commerce/remove-cart-item': async ({ world }, owner) => {
    const { lineId, cartId } = await world.line(owner);
    return { body: { pk: lineId, order_id: cartId } };
  },
  'POST /api/v1/commerce/update-cart': async ({ world }, owner) => {
    const { lineId, cartId } = await world.line(owner);
    return { body: { line_item_id: lineId, cart_id: cartId, quantity: 7 } };
  },
  'POST /api/v1/commerce/create-order': async ({ world }, owner) => {
    await world.line(owner);
    return {};
  },
  'GET /api/v1/commerce/orders': () => ({}),
  'GET /api/v1/commerce/orders/:id': async ({ world }, owner) => ({ params: { id: await world.order(owner) } }),
  'POST /api/v1/commerce/order-status': async ({ world }, owner) => ({
    body: { order_id: await world.order(owner), status: 'paid' },
  }),

  'GET /api/v1/commerce/wishlist-items': () => ({}),
  'POST /api/v1/commerce/wishlist-add': async ({ world }) => ({
    body: { product_id: (await world.bundle()).productId },
  }),
  'POST /api/v1/commerce/wishlist-remove': async ({ world }, owner) => {
    const body = { product_id: world.productId };
    await world.keeper('POST', 'commerce/wishlist-add/', body, owner);
    return { body };
  },

  [`GET /api/v1/${PRODUCT}/list`]: () => ({}),
  [`GET /api/v1/${PRODUCT}/list/api-products`]: () => ({}),
  [`POST /api/v1/${PRODUCT}/create`]: ({ world }) => ({ body: bundleBody(world.fresh('created'), 'Created') }),
  [`POST /api/v1/${PRODUCT}/bulk/create`]: ({ world }) => ({ body: [bundleBody(world.fresh('created'), 'Created')] }),
  [`POST /api/v1/${PRODUCT}/update`]: async ({ world }) => {
    const { bundleId } = await world.bundle();
    return { body: bundleBody(bundleId, 'Updated') };
  },
  [`DELETE /api/v1/${PRODUCT}/delete`]: async ({ world }) => ({
    query: { bundle_id: (await world.bundle()).bundleId },
  }),
  [`DELETE /api/v1/${PRODUCT}/delete/product-varient`]: async ({ world }) => {
    const { bundleId, sku } = await world.bundle(2);
    return { query: { bundle_id: bundleId, product_sku: sku } };
  },

  'GET /api/v1/get/countries': () => ({}),
  'GET /api/v1/get/states/:country_code': () => ({ params: { country_code: 'DE' } }),
  'POST /api/v1/user/signup': ({ world }) => ({ body: world.signUp() }),
};
