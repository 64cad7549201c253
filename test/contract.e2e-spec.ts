import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenAPIObject, RequestBodyObject } from '@nestjs/swagger';
import { EVENT_TYPES, TEST_EVENT_TYPE } from '../src/common/events/index.js';
import { TrafficCounter } from '../src/modules/traffic/index.js';
import { Contract, type Documented } from './support/contract.js';
import { PASSWORD, type TestClient } from './support/factories.js';
import { startTestApp, type Answer, type TestApp, type TestRequest } from './support/start-test-app.js';
import { until } from './support/until.js';
import { verify, WebhookReceiver } from './support/webhook-receiver.js';
import { WebhookRows } from './support/webhook-rows.js';

/** Milliseconds that it may take to deliver the story's events on a busy machine. */
const DELIVERY_MS = 20_000;

/** What to send to an operation. */
interface Call extends TestRequest {
  /** The values of the path's parameters. */
  path?: Record<string, string | number>;
  query?: Record<string, string | number>;
}

/** Anybody who sends requests; null sends no credentials. */
type Sender = Pick<TestClient, 'headers'> | null;

/** The tests tell one story, in their order: a catalogue is made, sold and taken down. */
describe('answers are as the OpenAPI document says', () => {
  let app: TestApp;
  let contract: Contract;
  let receiver: WebhookReceiver;
  let shop: { id: string; apikey: string };
  let member: TestClient;
  let admin: TestClient;
  let root: TestClient;
  const succeeded = new Set<string>();

  beforeAll(async () => {
    app = await startTestApp();
    contract = new Contract((await app.send('GET', '/openapi.json')).body as OpenAPIObject);
    receiver = await WebhookReceiver.start();
    shop = await app.make.application({ webhookUrl: receiver.url(), webhookEvents: [...EVENT_TYPES] });
    member = await app.make.member(shop);
    admin = await app.make.apiAdmin(shop);
    root = await app.make.superAdmin();
  });
  afterAll(async () => {
    await receiver.stop();
    await app.stop();
  });

  /** Sends a request to an operation at its documented address, and holds the answer against the document. */
  async function send(sender: Sender, operationId: string, { path, query, ...request }: Call = {}): Promise<Answer> {
    const documented = contract.find(operationId);
    const address = documented.path.replace(/\{([^}]+)\}/g, (_, name: string) =>
      encodeURIComponent(String(path?.[name] ?? 'none')),
    );
    const search = new URLSearchParams(
      Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const answer = await app.send(documented.method.toUpperCase() as 'GET', `${address}?${search.toString()}`, {
      ...request,
      headers: { ...sender?.headers, ...request.headers },
    });
    expect(contract.problemsOf(operationId, answer)).toEqual([]);
    return answer;
  }

  /** A request that succeeds; gives its `data`. */
  async function ok(sender: Sender, operationId: string, call?: Call): Promise<Answer['body']> {
    const answer = await send(sender, operationId, call);
    expect([operationId, answer.status, answer.body?.message]).toEqual([operationId, 200, undefined]);
    succeeded.add(operationId);
    return answer.body?.data;
  }

  /** The documented example of a body. */
  function example(operationId: string): Record<string, unknown> {
    const { content } = contract.find(operationId).operation.requestBody as RequestBodyObject;
    return contract.examplesOf(content['application/json']!)[0] as Record<string, unknown>;
  }

  describe('on success:', () => {
    it('the service itself', async () => {
      for (const id of [
        'getLiveness',
        'getReadiness',
        'getMetrics',
        'getKeySet',
        'getOpenApi',
        'getClientOpenApi',
        'getDocs',
      ]) {
        await ok(null, id);
      }
      await ok(root, 'adminDescribeService');
    });

    it('product types', async () => {
      await ok(root, 'adminCreateProductType', { payload: example('adminCreateProductType') });
      const other = { ...example('adminCreateProductType'), name: 'gift-set' };
      await ok(root, 'adminCreateProductType', { payload: other });
      await ok(root, 'adminUpdateProductType', { path: { name: 'gift-set' }, payload: { label: 'Gift set' } });
      await ok(root, 'adminGetProductType', { path: { name: 'gift-set' } });
      const { count } = await ok(root, 'adminListProductTypes', { query: { limit: 1, offset: 1, search: 'i' } });
      expect(count).toBe(2);
      await ok(root, 'adminDeleteProductType', { path: { name: 'gift-set' } });
    });

    it('bundles', async () => {
      const bundle = example('createBundle');
      await ok(admin, 'createBundle', { payload: bundle });
      await ok(admin, 'updateBundle', { payload: bundle });
      const [variant] = bundle.varients as object[];
      const extra = { ...variant, 'product-sku': 'TEA-BLACK-100' };
      await ok(admin, 'updateBundle', { payload: { ...bundle, varients: [extra] } });
      await ok(admin, 'deleteBundleVariant', { query: { bundle_id: 'tea-box', product_sku: 'TEA-BLACK-100' } });
      const others = ['coffee', 'cocoa'].map((id) => ({
        ...bundle,
        bundle_id: id,
        varients: [{ ...variant, 'product-sku': id }],
      }));
      await ok(admin, 'createBundles', { payload: [...others, { ...bundle, bundle_id: null }, bundle, { name: 'x' }] });
      await ok(member, 'listBundles', { query: { limit: 1, offset: 1 } });
      const { results } = await ok(member, 'listApiBundles', { query: { limit: 2 } });
      expect(results).toHaveLength(2);
      await ok(admin, 'deleteBundle', { query: { bundle_id: 'cocoa' } });
    });

    it('bundles in the admin module', async () => {
      const bundle = {
        ...example('adminCreateBundle'),
        bundle_id: 'set',
        varients: [variantOf('SET-1'), variantOf('SET-2')],
      };
      await ok(root, 'adminCreateBundle', { payload: bundle });
      const { bundle_id: _, product_type: __, ...changes } = bundle as Record<string, unknown>;
      await ok(root, 'adminUpdateBundle', { path: { bundle_id: 'set' }, payload: changes });
      await ok(root, 'adminDeleteBundleVariant', { path: { bundle_id: 'set', product_sku: 'SET-2' } });
      await ok(root, 'adminGetBundle', { path: { bundle_id: 'set' } });
      await ok(root, 'adminListBundles', { query: { search: 's' } });
      await ok(root, 'adminBundleDeleteImpact', { path: { bundle_id: 'set' } });
      await ok(root, 'adminDeleteBundle', { path: { bundle_id: 'set' } });
    });

    it('wishlist', async () => {
      const product_id = await aProduct();
      await ok(member, 'addToWishlist', { payload: { product_id } });
      const [{ wished_products: wished }] = await ok(member, 'getWishlistItems', { query: { offset: 0 } });
      expect(wished).toHaveLength(1);
      await ok(member, 'removeFromWishlist', { payload: { product_id } });
    });

    it('cart', async () => {
      const product_id = await aProduct();
      await ok(member, 'getCartItems');
      const cart = await ok(member, 'addCartItem', { payload: { product_id, quantity: 2 } });
      const line = cart.cartitems[0].id as number;
      await ok(member, 'updateCart', { payload: { quantity: 3, line_item_id: line, cart_id: cart.cart_id } });
      await ok(member, 'getCartItems');
      await ok(member, 'removeCartItem', { payload: { pk: line, order_id: cart.cart_id } });
      expect((await ok(member, 'getCartItems')).cartitems).toEqual([]);
    });

    it('orders', async () => {
      await ok(member, 'addCartItem', { payload: { product_id: await aProduct() } });
      const { order_id } = await ok(member, 'createOrder');
      await ok(member, 'getOrder', { path: { id: order_id } });
      await ok(member, 'listOrders', { query: { limit: 1 } });
      await ok(admin, 'changeOrderStatus', { payload: { order_id, status: 'paid' } });
      await ok(root, 'adminChangeOrderStatus', { path: { id: order_id }, payload: { status: 'completed' } });
      await ok(root, 'adminGetOrder', { path: { id: order_id } });
      await ok(root, 'adminListOrders', { query: { search: 'user' } });
      await ok(root, 'adminBundleDeleteImpact', { path: { bundle_id: 'tea-box' } });
      await ok(member, 'addCartItem', { payload: { product_id: await aProduct() } });
      const other = await ok(member, 'createOrder');
      await ok(admin, 'changeOrderStatus', { payload: { order_id: other.order_id, status: 'cancelled' } });
    });

    it('geography', async () => {
      await ok(admin, 'getCountries');
      await ok(admin, 'getStates', { path: { country_code: 'DE' } });
    });

    it('users and their tokens', async () => {
      const { sponsor: _, ...body } = example('signUp');
      await ok(admin, 'signUp', { payload: body });
      const headers = { apikey: shop.apikey };
      const logIn = { username: body.username as string, password: body.password as string };
      const { refresh_token } = await ok(null, 'getToken', { headers, payload: logIn });
      const tokens = await ok(null, 'getToken', { headers, payload: { refresh_token } });
      await ok(null, 'logOut', { headers: { ...headers, authorization: `Bearer ${tokens.access_token}` } });
    });

    it('tokens by OAuth 2.0', async () => {
      await ok(null, 'getOAuthMetadata');
      const user = await app.make.user();
      const headers = { apikey: shop.apikey, 'content-type': 'application/x-www-form-urlencoded' };
      const logIn = { grant_type: 'password', username: user.username, password: PASSWORD };
      const form = (fields: Record<string, string>): Call => ({
        headers,
        payload: new URLSearchParams(fields).toString(),
      });
      const { body } = await send(null, 'getOAuthToken', form(logIn));
      await ok(null, 'getOAuthToken', form({ grant_type: 'refresh_token', refresh_token: body.refresh_token }));
      expect((await send(null, 'getOAuthToken', form({ ...logIn, password: 'wrong' }))).body.error).toBe(
        'invalid_grant',
      );
      await ok(null, 'revokeOAuthToken', form({ token: body.access_token }));
    });

    it('single sign-on', async () => {
      const forum = await app.make.application({
        ssoLoginUrl: 'https://forum.example.com/sso',
        ssoLogoutUrl: 'https://forum.example.com/sso/logout',
      });
      const user = await app.make.member(shop);
      const { ticket } = await ok(user, 'createSsoTicket', { payload: { application_id: forum.id } });
      const headers = { apikey: forum.apikey };
      const tokens = await ok(null, 'getToken', { headers, payload: { ticket } });
      expect((await send(null, 'getToken', { headers, payload: { ticket } })).status).toBe(401);
      expect((await send(null, 'getToken', { headers, payload: { ticket, username: 'x' } })).status).toBe(400);
      expect((await send(user, 'createSsoTicket', { payload: { application_id: shop.id } })).status).toBe(404);
      const there = { ...headers, authorization: `Bearer ${tokens.access_token}` };
      expect((await ok(user, 'logOut', { payload: { everywhere: true } })).logout_urls).toHaveLength(1);
      expect((await send(null, 'logOut', { headers: there })).status).toBe(401);
    });

    it('users in the admin module', async () => {
      const { sponsor: _, ...body } = example('adminCreateUser');
      const user = { ...body, username: 'bob', email: 'bob@example.com' };
      const { uid } = await ok(root, 'adminCreateUser', { payload: user });
      await ok(root, 'adminGetUser', { path: { uid } });
      await ok(root, 'adminListUsers', { query: { search: 'bob', limit: 1 } });
      await ok(root, 'adminChangeUser', { path: { uid }, payload: { status: 'inactive' } });
      await ok(root, 'adminChangeUser', { path: { uid }, payload: { reset_password: true } });
      const path = { uid: member.user.uid };
      const product_id = await aProduct();
      await ok(member, 'addCartItem', { payload: { product_id } });
      await ok(member, 'addToWishlist', { payload: { product_id } });
      expect((await ok(root, 'adminGetUserCart', { path })).cartitems).toHaveLength(1);
      expect(await ok(root, 'adminListUserWishes', { path, query: { search: 'tea', limit: 1 } })).toMatchObject({
        count: 1,
      });
    });

    it('applications', async () => {
      const { id } = await ok(root, 'adminRegisterApplication', { payload: example('adminRegisterApplication') });
      const path = { id: id as string };
      await ok(root, 'adminGetApplication', { path });
      await ok(root, 'adminApplicationDeleteImpact', { path });
      await ok(root, 'adminListApplications', { query: { search: 'shop', limit: 1 } });
      await ok(root, 'adminCheckAccessEntries', { payload: example('adminCheckAccessEntries') });
      await ok(root, 'adminChangeApplication', { path, payload: { status: 'maintenance', rate_limit: 60 } });
      await ok(root, 'adminExplainAdmission', { path, payload: { ip: '192.0.2.7' } });
      await ok(root, 'adminChangeApplication', { path, payload: { status: 'active' } });
      await ok(root, 'adminExplainAdmission', {
        path,
        payload: { origin: 'https://shop.example.com', ip: '10.0.0.1' },
      });
      const { key_id } = await ok(root, 'adminRotateApplicationKey', { path, payload: { overlap_seconds: 60 } });
      await ok(root, 'adminListApplicationKeys', { path });
      await ok(root, 'adminRevealApplicationKey', { path: { ...path, key_id } });
      await ok(root, 'adminRevokeApplicationKey', { path: { ...path, key_id } });
      await ok(root, 'adminListApplicationKeys', { path });
      await ok(root, 'adminDeleteApplication', { path });
    });

    it('encryption keys, and encrypted answers', async () => {
      const path = { id: shop.id };
      const { kid } = await ok(root, 'adminIssueEncryptionKey', { path, payload: example('adminIssueEncryptionKey') });
      await ok(root, 'adminIssueEncryptionKey', { path, payload: { platform: 'server', overlap_seconds: 60 } });
      await ok(root, 'adminListEncryptionKeys', { path, query: { search: kid } });
      await ok(root, 'adminListEncryptionKeys', { path, query: { texts: 'false', status: 'live' } });
      const headers = { accept: 'application/jose' };
      for (const id of ['getCartItems', 'getWishlistItems']) {
        expect((await send(member, id, { headers })).headers['content-type']).toBe('application/jose');
      }
      const refused = await send(member, 'addCartItem', { headers, payload: {} });
      expect(refused).toMatchObject({ status: 400, headers: { 'content-type': 'application/jose' } });
      const unknown = { accept: 'application/jose;kid=none' };
      expect((await send(member, 'getCartItems', { headers: unknown })).status).toBe(406);
      await ok(root, 'adminRetireEncryptionKey', { path: { ...path, kid } });
    });

    it('webhooks', async () => {
      const { id } = await ok(root, 'adminRegisterApplication', { payload: example('adminRegisterApplication') });
      const path = { id: id as string };
      const rows = new WebhookRows(app);
      await ok(root, 'adminGetWebhook', { path });
      const payload = example('adminRotateWebhookSecret');
      expect((await ok(root, 'adminRotateWebhookSecret', { path, payload })).previous_secrets).toHaveLength(1);
      const { id: delivery_id } = await ok(root, 'adminTestWebhook', { path });
      await rows.attempts(delivery_id, [{ error: 'connection refused' }, { status_code: 503, response: 'later' }]);
      await ok(root, 'adminListDeliveries', { path, query: { search: 'webhook', status: 'pending', limit: 1 } });
      await ok(root, 'adminGetDelivery', { path: { ...path, delivery_id } });
      await ok(root, 'adminRedeliver', { path: { ...path, delivery_id } });
      const since = new Date(Date.now() - 60_000).toISOString();
      await ok(root, 'adminRedeliverSince', { path, payload: { since, failed_only: true } });
      await rows.disable(id);
      await ok(root, 'adminGetWebhook', { path });
      expect((await send(root, 'adminRedeliverSince', { path, payload: { since } })).status).toBe(409);
      await ok(root, 'adminEnableWebhook', { path });
      expect((await send(root, 'adminEnableWebhook', { path })).status).toBe(409);
    });

    it('the rest of the admin module', async () => {
      await ok(root, 'adminListAudit', { query: { limit: 100 } });
      await app.nest.get(TrafficCounter, { strict: false }).flush();
      const { applications } = await ok(root, 'adminReadTraffic', { query: { window: 'hour' } });
      expect(applications.length).toBeGreaterThan(0);
      await ok(root, 'adminReadTraffic', { query: { application_id: shop.id } });
      expect((await send(root, 'adminReadTraffic', { query: { application_id: 'none' } })).status).toBe(404);
      const since = new Date(Date.now() - 3_600_000).toISOString();
      const { results } = await ok(root, 'adminListAllDeliveries', { query: { since, limit: 5 } });
      expect(results.length).toBeGreaterThan(0);
      await ok(root, 'adminRotateSigningKey');
      await ok(root, 'adminListSigningKeys');
      const { user } = root;
      const { access_token } = await ok(null, 'adminLogIn', {
        payload: { username: user.username, password: PASSWORD },
      });
      const headers = { authorization: `Bearer ${access_token}` };
      await ok(null, 'adminWhoAmI', { headers });
      await ok(null, 'adminLogOut', { headers });
    });

    it('[7.1 status: 200] [7.1 status: 201] [7.1 status: 204] [4 success envelope: status_code] [4 success envelope: errors] [4 success envelope: data] [4 success envelope: Content-Type application/json] every operation was seen to succeed with 200 and the envelope', () => {
      const unseen = contract.operations.filter(({ operation }) => !succeeded.has(operation.operationId!));
      expect(unseen.map(({ operation }) => operation.operationId)).toEqual([]);
    });

    it('events of every type were recorded and delivered, each as its webhook is documented', async () => {
      const path = { id: shop.id };
      await ok(root, 'adminChangeApplication', { path, payload: { name: 'Shop' } });
      await ok(root, 'adminTestWebhook', { path });
      const recorded = await app.database.query<{ type: string; timestamp: Date }>(
        'SELECT id, type, timestamp, data FROM events ORDER BY sequence',
      );
      const bodies = recorded.map((event) => ({ ...event, timestamp: event.timestamp.toISOString() }));
      expect(bodies.flatMap((body) => contract.webhookProblems(body))).toEqual([]);
      expect(unseenTypes(bodies)).toEqual([]);

      const { secret } = await ok(root, 'adminGetWebhook', { path });
      await deliverAll();
      const delivered = receiver.received.map((one) => verify(secret, one));
      expect(delivered.flatMap((body) => contract.webhookProblems(body))).toEqual([]);
      expect(unseenTypes(delivered)).toEqual([]);
    });
  });

  describe('on failure:', () => {
    const withBody = ({ operation }: Documented): boolean => operation.requestBody !== undefined;
    const withJson = (one: Documented): boolean =>
      withBody(one) && 'application/json' in (one.operation.requestBody as RequestBodyObject).content;

    /** Sends the same to every operation: whatever comes back must be documented. Gives the statuses that came. */
    async function everywhere(
      senderOf: (one: Documented) => Sender,
      call: Call,
      which: (one: Documented) => boolean = () => true,
    ): Promise<Set<number>> {
      const statuses = new Set<number>();
      for (const one of contract.operations.filter(which)) {
        // These two end the session that the others are sent with.
        if (['logOut', 'adminLogOut'].includes(one.operation.operationId!)) continue;
        statuses.add((await send(senderOf(one), one.operation.operationId!, call)).status);
      }
      return statuses;
    }

    const asAdmin = ({ path }: Documented): Sender => (path.startsWith('/admin/') ? root : admin);

    it('without credentials', async () => {
      expect(await everywhere(() => null, {})).toEqual(new Set([200, 400, 401]));
    });

    it('[7.1 status: 401] with credentials that are not valid', async () => {
      const headers = { apikey: shop.apikey, authorization: 'Bearer none' };
      expect(await everywhere(() => ({ headers }), {})).toContain(401);
    });

    it('[7.1 status: 403] for a user that the caller may not act for', async () => {
      expect(await everywhere(() => member, { query: { uid: 1 } })).toContain(403);
    });

    it('for a user that does not exist', async () => {
      expect(await everywhere(asAdmin, { query: { uid: 999_999 } })).toContain(404);
    });

    it('[7.1 status: 400] [7.2 error body: status_code] [7.2 error body: type] [7.2 error body: message] [7.2 error body: validation errors name the field] with an empty body, and names that nothing has', async () => {
      expect(await everywhere(asAdmin, { payload: {} })).toContain(400);
    });

    it('with fields of the wrong types', async () => {
      for (const one of contract.operations.filter(withJson)) {
        const id = one.operation.operationId!;
        const payload = Object.fromEntries(Object.keys(example(id)).map((field) => [field, [[]]]));
        const { status } = await send(asAdmin(one), id, { payload });
        expect([id, [400, 401, 404].includes(status)]).toEqual([id, true]);
      }
    });

    it('with bodies that cannot be read', async () => {
      const json = { 'content-type': 'application/json' };
      expect(await everywhere(asAdmin, { payload: '{', headers: json }, withBody)).toContain(400);
      const csv = { 'content-type': 'text/csv' };
      expect(await everywhere(asAdmin, { payload: 'x', headers: csv }, withBody)).toEqual(new Set([415]));
    });

    it('with an address that cannot be decoded, and a body that nobody asked for', async () => {
      for (const one of contract.operations) {
        const { path, method, operation } = one;
        const send = (query: string, request: TestRequest): Promise<Answer> =>
          app.send(method.toUpperCase() as 'GET', `${path.replace(/\{[^}]+\}/g, 'none')}${query}`, request);
        const answers = [await send('?x=%ED%A0%80', {})];
        if (method !== 'get') {
          const headers = { ...asAdmin(one)?.headers, 'content-type': 'application/json' };
          answers.push(await send('', { payload: '{', headers }));
        }
        for (const answer of answers) {
          expect([operation.operationId, answer.status]).toEqual([operation.operationId, 400]);
          expect(contract.problemsOf(operation.operationId!, answer)).toEqual([]);
        }
      }
    });

    it('with a body that is too large', async () => {
      const { status } = await send(member, 'addCartItem', { payload: { text: 'x'.repeat(3_000_000) } });
      expect(status).toBe(413);
    });

    it('[7.1 status: 409] that conflicts with the state', async () => {
      const stale = { payload: { product_id: await aProduct() }, headers: { 'if-match': '99' } };
      expect((await send(member, 'addCartItem', stale)).status).toBe(409);
      const key = { headers: { 'idempotency-key': 'once' } };
      await send(member, 'addToWishlist', { payload: { product_id: await aProduct() }, ...key });
      expect((await send(member, 'addToWishlist', { payload: { product_id: 999_999 }, ...key })).status).toBe(422);
    });
  });

  /** Delivers what the shop is to be told, by an instance of its own: until then nothing was sent anywhere. */
  async function deliverAll(): Promise<void> {
    await app.database.query(`UPDATE webhook_deliveries SET status = 'cancelled' WHERE application_id <> $1`, [
      shop.id,
    ]);
    const config = { webhookAllowPrivate: true, webhookConcurrency: 4 };
    const deliverer = await startTestApp({ config, sharing: app });
    const statuses = `SELECT DISTINCT status FROM webhook_deliveries WHERE application_id = $1`;
    await until(async () => {
      const left = await app.database.query<{ status: string }>(statuses, [shop.id]);
      return left.length === 1 && left[0]!.status === 'delivered';
    }, DELIVERY_MS);
    await deliverer.stop();
  }

  /** The id of the product of the tea box. */
  async function aProduct(): Promise<number> {
    const { results } = await ok(member, 'listApiBundles');
    return results.find((bundle: { bundle_id: string }) => bundle.bundle_id === 'tea-box').products[0].product_id;
  }
});

/** The types of event that are not among some events. */
function unseenTypes(events: readonly { type: string }[]): string[] {
  return [...EVENT_TYPES, TEST_EVENT_TYPE].filter((one) => !events.some(({ type }) => type === one));
}

function variantOf(sku: string): object {
  return { price: 1, 'product-name': 'Set', 'whole-sale-price': 1, 'product-sku': sku };
}
