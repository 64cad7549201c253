import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Client, type ClientOptions, createClient, isApiError, memoryTokens } from '@commerce/client';
import { encrypted, type EncryptionKey } from '@commerce/client/encrypted';
import { verifyWebhook } from '@commerce/client/webhooks';
import { PASSWORD } from '#test/support/factories.js';
import { issueKey } from './support/jose-client.js';
import { until } from './support/until.js';
import { useReceiver, useTestApp } from './support/use-test-app.js';
import { DELIVERING } from './support/webhook-shop.js';

const receiver = await useReceiver();
const app = await useTestApp({ config: DELIVERING });
const baseUrl = `${await app.listen()}/api/v1`;
const application = await app.make.application({ webhookUrl: receiver.url(), webhookEvents: ['order.placed'] });
const product_id = (await app.make.catalogue.product({ price: '12.5' })).id;

describe('the typed client', () => {
  let shop: Client;

  beforeEach(async () => {
    shop = await opened();
  });

  /** A client of a new member, who is logged in. */
  async function opened(options: Partial<ClientOptions> = {}, username?: string): Promise<Client> {
    const client = createClient({ baseUrl, applicationKey: application.apikey, ...options });
    await client.logIn({ username: username ?? (await app.make.user()).username, password: PASSWORD });
    return client;
  }

  /** What a call throws. */
  const thrown = (call: Promise<unknown>) =>
    call.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('finds a product, fills the cart, orders it at the total that was shown, and reads the order', async () => {
    const { results } = await shop.listBundles({ search: 'SKU', sort: 'price' });
    const cart = await shop.addCartItem({ product_id: results[0]!.products[0]!.product_id, quantity: 2 });
    const { order_id } = await shop.createOrder({ expected_total: cart.totals.price }, { ifMatch: cart.version });
    const { items } = await shop.getOrder({ id: order_id });
    expect(items).toEqual([expect.objectContaining({ product_id, quantity: 2, price: 25 })]);
  });

  it('renews the session once for parallel calls', async () => {
    const tokens = await shop.tokens.get();
    await shop.tokens.set({ access_token: 'expired', refresh_token: tokens!.refresh_token });
    const carts = await Promise.all(Array.from({ length: 10 }, () => shop.getCartItems()));
    expect(carts).toHaveLength(10);
    // A second renewal with the same token would have ended the session.
    const renewed = await shop.tokens.get();
    expect(renewed!.refresh_token).not.toBe(tokens!.refresh_token);
    await shop.tokens.set({ access_token: 'expired', refresh_token: renewed!.refresh_token });
    await expect(shop.getProfile()).resolves.toHaveProperty('uid');
  });

  it('tells the page when the session has ended elsewhere', async () => {
    let ended = 0;
    const { username } = await app.make.user();
    const here = await opened({ onSessionEnd: () => ended++ }, username);
    const elsewhere = await opened({}, username);
    await elsewhere.endOtherSessions();
    expect(await thrown(here.getProfile())).toMatchObject({ type: 'Invalid Token' });
    expect([ended, await here.tokens.get()]).toEqual([1, undefined]);
    await expect(elsewhere.logOut({ everywhere: true })).resolves.toEqual({ logout_urls: [] });
    expect(await elsewhere.tokens.get()).toBeUndefined();
  });

  it('has the problems of fields by their codes, with a message in the language of the call', async () => {
    const error = await thrown(shop.addCartItem({ product_id, quantity: 0 }, { language: 'de' }));
    if (!isApiError(error, 'addCartItem')) throw error;
    expect([error.code, error.status, error.type]).toEqual(['validation', 400, 'Validation Error']);
    expect(error.errors.quantity).toEqual([
      { code: 'out_of_range', message: 'muss zwischen 1 und 9999 liegen', params: { min: 1, max: 9999 } },
    ]);
  });

  it('has the cart in the error of a total that has changed', async () => {
    await shop.addCartItem({ product_id });
    const error = await thrown(shop.createOrder({ expected_total: 1 }));
    if (!isApiError(error, 'createOrder') || error.code !== 'total_changed') throw error;
    await expect(shop.createOrder({ expected_total: error.data.totals.price })).resolves.toHaveProperty('order_id');
  });

  it('changes no cart that another has changed', async () => {
    const { version } = await shop.addCartItem({ product_id });
    const error = await thrown(shop.addCartItem({ product_id }, { ifMatch: version - 1 }));
    if (!isApiError(error, 'addCartItem') || error.code !== 'stale_version') throw error;
    expect(error.params.version).toBe(version);
  });

  it('places one order when the answer is lost', async () => {
    let lost = 0;
    const loses = await opened({
      retry: { firstPauseMs: 1 },
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        if (!url.includes('create-order') || lost++ > 0) return response;
        await response.text();
        throw new TypeError('connection lost');
      },
    });
    await loses.addCartItem({ product_id });
    const { order_id } = await loses.createOrder();
    const { results } = await loses.listOrders();
    expect([lost, results.map(({ id }) => id)]).toEqual([2, [order_id]]);
  });

  it('goes through all pages of a list', async () => {
    const ids = [];
    for (let n = 0; n < 3; n++) {
      await shop.addCartItem({ product_id });
      ids.unshift((await shop.createOrder()).order_id);
    }
    const read = [];
    for await (const { id } of shop.listOrders({ limit: 2 })) read.push(id);
    expect(read).toEqual(ids);
  });

  it('encrypts what it sends, and reads what comes encrypted', async () => {
    const secret = await app.make.application({ requireEncryption: true });
    const { jwk } = await issueKey(await app.make.superAdmin(), secret.id);
    const types = new Set<string | null>();
    const client = await opened({
      applicationKey: secret.apikey,
      fetch: encrypted(jwk as EncryptionKey, async (url, init) => {
        const response = await fetch(url, init);
        types.add(response.headers.get('content-type'));
        return response;
      }),
    });
    await expect(client.addCartItem({ product_id })).resolves.toMatchObject({ totals: { quantity: 1 } });
    expect(await thrown(client.addCartItem({ product_id: 0 }))).toMatchObject({ code: 'validation' });
    expect([...types]).toEqual(['application/jose']);
    const plain = createClient({ baseUrl, applicationKey: secret.apikey, tokens: client.tokens });
    expect(await thrown(plain.addCartItem({ product_id }))).toMatchObject({ status: 400 });
  });

  it('verifies webhooks, and knows the data of each event', async () => {
    const admin = await app.make.superAdmin();
    const { body } = await admin.get(`/admin/api/applications/${application.id}/webhook/`);
    await shop.addCartItem({ product_id });
    const { order_number } = await shop.createOrder();
    const isOurs = ({ body }: { body: { data: object } }) =>
      (body.data as { order_number?: string }).order_number === order_number;
    await until(() => receiver.received.some(isOurs));
    const { headers, text } = receiver.received.find(isOurs)!;
    const event = verifyWebhook(body.data.secret, headers, text);
    if (event.type !== 'order.placed') throw new Error(event.type);
    expect(event.data.order_number).toBe(order_number);
    expect(() => verifyWebhook(body.data.secret, new Headers(headers as Record<string, string>), `${text} `)).toThrow();
  });

  it('reads a public catalogue before anybody logs in', async () => {
    const { apikey } = await app.make.application({ publicCatalogue: true });
    const visitor = createClient({ baseUrl, applicationKey: apikey, tokens: memoryTokens() });
    await expect(visitor.listBundles({ limit: 1 })).resolves.toHaveProperty('count');
    expect(await thrown(visitor.getCartItems())).toMatchObject({ code: 'invalid_token' });
  });
});
