import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import type * as Module from '@commerce/client';
import { bundledClient } from '../support/client-bundle.js';
import { PASSWORD } from '../support/factories.js';
import { until } from '../support/until.js';
import { useConsole } from './support/console.js';

/** What the page of the shop has, which its functions find in their window. */
declare global {
  var client: typeof Module;
  var shop: Module.Client;
  var ended: number;
}

describe('the typed client in a page of another origin', () => {
  const console = useConsole({ demo: false });
  let server: Server;
  let applicationKey: string;
  let username: string;

  beforeEach(async () => {
    const script = await bundledClient('esm');
    server = createServer(({ url }, response) => {
      if (url === '/client.js') return response.setHeader('content-type', 'text/javascript').end(script);
      const page = `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><script type="module">
        globalThis.client = await import('/client.js');</script>`;
      return response.setHeader('content-type', 'text/html').end(page);
    });
    server.listen(0);
    await once(server, 'listening');
    console.problems.expect(/asked another host/);
    ({ apikey: applicationKey } = await console.app.make.application({ clientType: 'web', hostsAllow: ['localhost'] }));
    ({ username } = await console.app.make.user());
    await console.app.make.catalogue.product({ price: '12.5' });
  });
  afterEach(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  /** Opens the shop: a tab with a client that keeps its tokens in the browser. */
  async function open(page: Page): Promise<Page> {
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => globalThis.client !== undefined);
    await page.evaluate(
      (options) => {
        globalThis.ended = 0;
        globalThis.shop = client.createClient({
          ...options,
          tokens: client.storedTokens(localStorage),
          onSessionEnd: () => globalThis.ended++,
        });
      },
      { baseUrl: `${console.origin}/api/v1`, applicationKey },
    );
    return page;
  }

  const logIn = (page: Page) =>
    page.evaluate(([username, password]) => shop.logIn({ username, password }).then(() => undefined), [
      username,
      PASSWORD,
    ] as const);

  it('places a first order', async () => {
    const page = await open(console.page);
    await logIn(page);
    const placed = await page.evaluate(async () => {
      const { results } = await shop.listBundles({ limit: 1 });
      const cart = await shop.addCartItem({ product_id: results[0]!.products[0]!.product_id, quantity: 2 });
      const { order_id } = await shop.createOrder({ expected_total: cart.totals.price }, { ifMatch: cart.version });
      const ids = [];
      for await (const { id } of shop.listOrders()) ids.push(id);
      return { total: cart.totals.price, isListed: ids.includes(order_id) };
    });
    expect(placed).toEqual({ total: 25, isListed: true });
  });

  it('has errors that a page can tell apart, and their messages in its language', async () => {
    const page = await open(console.page);
    await logIn(page);
    const told = await page.evaluate(() =>
      shop.addCartItem({ product_id: 0 }, { language: 'de' }).catch((error: unknown) => {
        if (!client.isApiError(error, 'addCartItem')) throw error;
        return [error.code, error.errors.product_id?.[0]?.code, error.errors.product_id?.[0]?.message];
      }),
    );
    expect(told).toEqual(['validation', 'out_of_range', expect.stringMatching(/^muss zwischen 1 und/)]);
  });

  it('renews a session once for all tabs, and keeps it', async () => {
    const tabs = [await open(console.page), await open(await console.page.context().newPage())];
    await logIn(tabs[0]!);
    await tabs[0]!.evaluate(async () => {
      const tokens = await shop.tokens.get();
      await shop.tokens.set({ access_token: 'expired', refresh_token: tokens!.refresh_token });
    });
    let renewals = 0;
    for (const tab of tabs) tab.on('request', (sent) => (renewals += sent.url().endsWith('/token/') ? 1 : 0));
    const use = (tab: Page) =>
      tab.evaluate(() => Promise.all([1, 2, 3].map(() => shop.getProfile())).then((all) => all.length));
    expect(await Promise.all(tabs.map(use))).toEqual([3, 3]);
    expect(renewals).toBe(1);
    expect(await Promise.all(tabs.map((tab) => tab.evaluate(() => ended)))).toEqual([0, 0]);
    await tabs[1]!.evaluate(() => shop.logOut().then(() => undefined));
    await until(async () => expect(await tabs[0]!.evaluate(() => localStorage.length)).toBe(0));
  });
});
