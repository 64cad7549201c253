import { account, bundleBody, PRODUCT_TYPE, SUPER_ADMIN } from '../support/shop.js';
import type { Make } from './requests.js';

const A = '/admin/api/applications/:id';

/** An application that nothing else uses, for whoever changes it. */
const newApplication: Make = async ({ world, type }) => ({ params: { id: (await world.application(type)).id } });

/** The application whose key all callers have, for whoever looks at it. */
const ownApplication: Make = ({ own }) => ({ params: { id: own.id } });

const newBundle: Make = async ({ world }) => ({ params: { bundle_id: (await world.bundle(2)).bundleId } });

const newType: Make = async ({ world }) => ({ params: { name: await world.productType() } });

const someUser: Make = ({ anotherUid }) => ({ params: { uid: anotherUid } });

/** The same with a body. */
const withBody =
  (make: Make, body: object): Make =>
  async (stage, owner) => ({ ...(await make(stage, owner)), body });

const newKey: Make = async ({ world, type }) => {
  const { id, keyId } = await world.application(type);
  return { params: { id, key_id: keyId } };
};

const newDelivery: Make = async ({ world, own }) => ({
  params: { id: own.id, delivery_id: await world.delivery(own.id) },
});

const newOrder: Make = async ({ world }, owner) => ({ params: { id: await world.order(owner) } });

/** Valid requests to the admin API. */
export const ADMIN_REQUESTS: Readonly<Record<string, Make>> = {
  'POST /admin/api/session': ({ world }) => ({ body: { username: world.rootName, password: SUPER_ADMIN.password } }),
  'GET /admin/api/session': () => ({}),
  'DELETE /admin/api/session': () => ({}),
  'GET /admin/api/service': () => ({}),

  'GET /admin/api/applications': () => ({}),
  'POST /admin/api/applications': ({ world, type }) => ({ body: world.registration(type) }),
  'POST /admin/api/applications/check-entries': () => ({ body: { kind: 'host', entries: ['shop.example.com'] } }),
  [`GET ${A}`]: ownApplication,
  [`PATCH ${A}`]: withBody(newApplication, { name: 'Changed' }),
  [`DELETE ${A}`]: newApplication,
  [`GET ${A}/delete-impact`]: ownApplication,
  [`POST ${A}/explain`]: withBody(ownApplication, { ip: '192.0.2.7' }),

  [`GET ${A}/keys`]: ownApplication,
  [`POST ${A}/keys`]: withBody(newApplication, {}),
  [`DELETE ${A}/keys/:key_id`]: newKey,
  [`POST ${A}/keys/:key_id/reveal`]: newKey,
  [`GET ${A}/encryption-keys`]: ownApplication,
  [`POST ${A}/encryption-keys`]: withBody(newApplication, { platform: 'server' }),
  [`DELETE ${A}/encryption-keys/:kid`]: async ({ world, type }) => {
    const { id } = await world.application(type);
    return { params: { id, kid: await world.encryptionKey(id) } };
  },

  [`GET ${A}/webhook`]: ownApplication,
  [`POST ${A}/webhook/enable`]: async ({ world, type }) => {
    const { id } = await world.application(type);
    await world.disableWebhook(id);
    return { params: { id } };
  },
  [`POST ${A}/webhook/rotate-secret`]: withBody(newApplication, { overlap_seconds: 60 }),
  [`POST ${A}/webhook/test`]: ownApplication,
  [`GET ${A}/deliveries`]: ownApplication,
  [`POST ${A}/deliveries/redeliver`]: (stage, owner) =>
    withBody(ownApplication, { since: new Date(Date.now() - 60_000).toISOString() })(stage, owner),
  [`GET ${A}/deliveries/:delivery_id`]: newDelivery,
  [`POST ${A}/deliveries/:delivery_id/redeliver`]: newDelivery,

  'GET /admin/api/deliveries': () => ({}),
  'GET /admin/api/traffic': () => ({}),
  'GET /admin/api/audit': () => ({}),

  'GET /admin/api/bundles': () => ({}),
  'POST /admin/api/bundles': ({ world }) => ({
    body: { ...bundleBody(world.fresh('bundle'), 'Created'), product_type: PRODUCT_TYPE.name },
  }),
  'GET /admin/api/bundles/:bundle_id': newBundle,
  'PATCH /admin/api/bundles/:bundle_id': withBody(newBundle, { name: 'Changed' }),
  'DELETE /admin/api/bundles/:bundle_id': newBundle,
  'GET /admin/api/bundles/:bundle_id/delete-impact': newBundle,
  'DELETE /admin/api/bundles/:bundle_id/varients/:product_sku': async ({ world }) => {
    const { bundleId, sku } = await world.bundle(2);
    return { params: { bundle_id: bundleId, product_sku: sku } };
  },

  'GET /admin/api/product-types': () => ({}),
  'POST /admin/api/product-types': ({ world }) => ({ body: { ...PRODUCT_TYPE, name: world.fresh('type') } }),
  'GET /admin/api/product-types/:name': () => ({ params: { name: PRODUCT_TYPE.name } }),
  'PATCH /admin/api/product-types/:name': withBody(newType, { label: 'Changed' }),
  'DELETE /admin/api/product-types/:name': newType,

  'GET /admin/api/orders': () => ({}),
  'GET /admin/api/orders/:id': newOrder,
  'PATCH /admin/api/orders/:id': withBody(newOrder, { status: 'paid' }),

  'GET /admin/api/signing-keys': () => ({}),
  'POST /admin/api/signing-keys/rotate': () => ({}),

  'GET /admin/api/users': () => ({}),
  'POST /admin/api/users': ({ world }) => ({ body: { ...account(world.fresh('user')), roles: ['member'] } }),
  'GET /admin/api/users/:uid': someUser,
  'PATCH /admin/api/users/:uid': withBody(someUser, { first_name: 'Changed' }),
  'GET /admin/api/users/:uid/cart': someUser,
  'GET /admin/api/users/:uid/wishlist': someUser,
};
