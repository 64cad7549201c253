import type { Pair } from './comparison.js';
import { SUPER_ADMIN } from '../support/shop.js';
import type { Method, Sent } from './service.js';
import type { Stage } from './stage.js';

const NO_UUID = '00000000-0000-4000-8000-000000000000';
const NO_NAME = 'nobody-has-this';

type Belonging = 'key_id' | 'kid' | 'delivery_id';

/** Operations on something that belongs to an application, and where they are. */
const OF_APPLICATION: readonly (readonly [operationId: string, id: Belonging, method: Method, path: string])[] = [
  ['adminRevokeApplicationKey', 'key_id', 'DELETE', 'keys/:it/'],
  ['adminRevealApplicationKey', 'key_id', 'POST', 'keys/:it/reveal/'],
  ['adminRetireEncryptionKey', 'kid', 'DELETE', 'encryption-keys/:it/'],
  ['adminGetDelivery', 'delivery_id', 'GET', 'deliveries/:it/'],
  ['adminRedeliver', 'delivery_id', 'POST', 'deliveries/:it/redeliver/'],
];

/** Operations on an application; what their bodies have to hold. */
const ON_APPLICATION: readonly (readonly [operationId: string, method: Method, path: string, body?: object])[] = [
  ['adminGetApplication', 'GET', ''],
  ['adminChangeApplication', 'PATCH', '', { name: 'Changed' }],
  ['adminDeleteApplication', 'DELETE', ''],
  ['adminApplicationDeleteImpact', 'GET', 'delete-impact/'],
  ['adminExplainAdmission', 'POST', 'explain/', { ip: '192.0.2.7' }],
  ['adminListApplicationKeys', 'GET', 'keys/'],
  ['adminRotateApplicationKey', 'POST', 'keys/', {}],
  ['adminListEncryptionKeys', 'GET', 'encryption-keys/'],
  ['adminIssueEncryptionKey', 'POST', 'encryption-keys/', { platform: 'web' }],
  ['adminGetWebhook', 'GET', 'webhook/'],
  ['adminEnableWebhook', 'POST', 'webhook/enable/'],
  ['adminRotateWebhookSecret', 'POST', 'webhook/rotate-secret/', {}],
  ['adminTestWebhook', 'POST', 'webhook/test/'],
  ['adminListDeliveries', 'GET', 'deliveries/'],
  ['adminRedeliverSince', 'POST', 'deliveries/redeliver/', { since: new Date().toISOString() }],
];

/** Lists of all applications, of which one can be chosen. */
const BY_APPLICATION = [
  ['adminListAllDeliveries', 'deliveries/'],
  ['adminReadTraffic', 'traffic/'],
] as const;

/** Operations on a bundle. */
const ON_BUNDLE: readonly (readonly [operationId: string, method: Method, path: string, body?: object])[] = [
  ['adminGetBundle', 'GET', ''],
  ['adminUpdateBundle', 'PATCH', '', { name: 'Changed' }],
  ['adminDeleteBundle', 'DELETE', ''],
  ['adminBundleDeleteImpact', 'GET', 'delete-impact/'],
];

/**
 * Pairs of the admin API. A super admin may see everything, so that what is another's is what is asked for at the wrong
 * place (another application's key under this one), or what was deleted.
 */
export async function adminPairs(stage: Stage): Promise<Pair[]> {
  const { headers = {} } = stage.sent({ token: 'root' });
  const send = (method: Method, path: string, body?: object): Sent => {
    return { method, path: `/admin/api/${path}`, headers, ...(body === undefined ? {} : { body }) };
  };
  const at = await things(stage);
  return [
    ...OF_APPLICATION.map(([operationId, id, method, path]) => {
      const asked = (it: string): Sent => send(method, `applications/${stage.own.id}/${path.replace(':it', it)}`);
      return pair(`${operationId} path:${id}`, 'another application’s', asked(at[id]), asked(NO_UUID));
    }),
    ...OF_APPLICATION.map(([operationId, id, method, path]) => {
      const asked = (application: string): Sent =>
        send(method, `applications/${application}/${path.replace(':it', at[id])}`);
      return pair(`${operationId} path:id`, 'deleted', asked(at.application), asked(NO_UUID));
    }),
    ...ON_APPLICATION.map(([operationId, method, path, body]) => {
      const asked = (application: string): Sent => send(method, `applications/${application}/${path}`, body);
      return pair(`${operationId} path:id`, 'deleted', asked(at.application), asked(NO_UUID));
    }),
    ...BY_APPLICATION.map(([operationId, path]) => {
      const asked = (application: string): Sent => send('GET', `${path}?application_id=${application}`);
      return pair(`${operationId} query:application_id`, 'deleted', asked(at.application), asked(NO_UUID));
    }),
    ...ON_BUNDLE.map(([operationId, method, path, body]) => {
      const asked = (bundle: string): Sent => send(method, `bundles/${bundle}/${path}`, body);
      return pair(`${operationId} path:bundle_id`, 'deleted', asked(at.bundle), asked(NO_NAME));
    }),
    ...variantPairs(send, at),
    ...typePairs(send, at),
    ...orderPairs(send, at),
    ...logInPairs(stage),
  ];
}

type Send = (method: Method, path: string, body?: object) => Sent;

function variantPairs(send: Send, at: Things): Pair[] {
  const asked = (bundle: string, sku: string): Sent => send('DELETE', `bundles/${bundle}/varients/${sku}/`);
  const of = 'adminDeleteBundleVariant path';
  return [
    pair(`${of}:product_sku`, 'of another bundle', asked(at.liveBundle, at.otherSku), asked(at.liveBundle, NO_NAME)),
    pair(`${of}:product_sku`, 'deleted', asked(at.liveBundle, at.sku), asked(at.liveBundle, NO_NAME)),
    pair(`${of}:bundle_id`, 'deleted', asked(at.bundle, at.sku), asked(NO_NAME, at.sku)),
  ];
}

function typePairs(send: Send, at: Things): Pair[] {
  const asked = (method: Method, name: string): Sent =>
    send(method, `product-types/${name}/`, method === 'PATCH' ? { label: 'Changed' } : undefined);
  const each = [
    ['adminGetProductType', 'GET'],
    ['adminUpdateProductType', 'PATCH'],
    ['adminDeleteProductType', 'DELETE'],
  ] as const;
  return each.map(([operationId, method]) =>
    pair(`${operationId} path:name`, 'deleted', asked(method, at.type), asked(method, NO_NAME)),
  );
}

function orderPairs(send: Send, at: Things): Pair[] {
  const read = (id: string): Sent => send('GET', `orders/${id}/`);
  const move = (id: string): Sent => send('PATCH', `orders/${id}/`, { status: 'paid' });
  const nobodys = '999999999';
  return [
    pair('adminGetOrder path:id', 'a user’s cart', read(at.cart), read(nobodys)),
    pair('adminChangeOrderStatus path:id', 'a user’s cart', move(at.cart), move(nobodys)),
  ];
}

/** Anybody may try to log in: what is wrong must not tell who is a super admin, or is there at all. */
function logInPairs(stage: Stage): Pair[] {
  const asked = (username: string): Sent => ({
    method: 'POST',
    path: '/admin/api/session/',
    body: { username, password: `${SUPER_ADMIN.password}.` },
  });
  const of = 'adminLogIn body:username';
  return [
    pair(of, 'a super admin, wrong password', asked(stage.person('root').username), asked(NO_NAME)),
    pair(of, 'a member, wrong password', asked(stage.person('member').username), asked(NO_NAME)),
    pair(of, 'deactivated, wrong password', asked(stage.person('root deactivated').username), asked(NO_NAME)),
  ];
}

/** What belongs to another application, bundles that live, what is deleted, and a cart. */
type Things = Readonly<
  Record<Belonging | 'application' | 'liveBundle' | 'otherSku' | 'bundle' | 'sku' | 'type' | 'cart', string>
>;

async function things({ world, other }: Stage): Promise<Things> {
  const gone = await world.application('server');
  await world.root('DELETE', `applications/${gone.id}/`);
  const [live, another, bundle] = [await world.bundle(2), await world.bundle(2), await world.bundle(2)];
  await world.root('DELETE', `bundles/${bundle.bundleId}/`);
  const type = await world.productType();
  await world.root('DELETE', `product-types/${type}/`);
  return {
    key_id: other.keyId,
    kid: await world.encryptionKey(other.id),
    delivery_id: await world.delivery(other.id),
    application: gone.id,
    liveBundle: live.bundleId,
    otherSku: another.sku,
    bundle: bundle.bundleId,
    sku: bundle.sku,
    type,
    cart: String((await world.foreignLine()).cartId),
  };
}

function pair(of: string, what: string, theirs: Sent, nobodys: Sent): Pair {
  return { of, what, theirs, nobodys };
}
