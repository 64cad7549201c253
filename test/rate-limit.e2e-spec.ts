import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApplicationRateLimit } from '#platform/client-apps/index.js';
import { fakeOnly } from './support/clock.js';
import type { TestApplication, TestClient } from './support/factories.js';
import { startTestApp, type Answer } from './support/start-test-app.js';

const CART = 'commerce/cart-items/';

const app = await startTestApp();
const other = await startTestApp({ sharing: app });

describe('the rate limit of an application', () => {
  // No minute ends within a test, and instances hear of each other only when it says so.
  beforeEach(() => fakeOnly(['Date', 'setTimeout', 'clearTimeout']));
  afterEach(() => void jest.useRealTimers());
  afterAll(async () => {
    await other.stop();
    await app.stop();
  });

  const statuses = async (count: number, send: () => Promise<Answer>): Promise<number[]> => {
    const all: number[] = [];
    for (let n = 0; n < count; n += 1) all.push((await send()).status);
    return all;
  };

  it('counts for each user: the sixth of five is 429, and nobody else is touched', async () => {
    const shop = await app.make.application({ rateLimit: 5 });
    const [one, two] = [await app.make.member(shop), await app.make.member(shop)];
    expect(await statuses(5, () => one.get(CART))).toEqual([200, 200, 200, 200, 200]);
    const refused = await one.get(CART);
    expect(refused).toMatchObject({
      status: 429,
      body: { type: 'Too Many Requests' },
      headers: { 'ratelimit-limit': '5', 'ratelimit-remaining': '0', 'retry-after': expect.stringMatching(/^[0-9]+$/) },
    });
    expect(refused.headers['ratelimit-reset']).toBe(refused.headers['retry-after']);
    expect(await two.get(CART)).toMatchObject({ status: 200, headers: { 'ratelimit-remaining': '4' } });
  });

  it('counts requests that fail as well', async () => {
    const shop = await app.make.application({ rateLimit: 2 });
    const member = await app.make.member(shop);
    expect(await statuses(3, () => member.post('commerce/add-cart-item/', {}))).toEqual([400, 400, 429]);
  });

  it('counts for the address where there is no user, of IPv6 for all of its network', async () => {
    const shop = await app.make.application({ rateLimit: 2 });
    const member = await app.make.member(shop);
    const without = (remoteAddress: string) => () =>
      app.send('GET', CART, { headers: { apikey: shop.apikey, authorization: 'Bearer nonsense' }, remoteAddress });
    expect(await statuses(3, without('203.0.113.1'))).toEqual([401, 401, 429]);
    expect(await statuses(1, without('203.0.113.2'))).toEqual([401]);
    expect(await statuses(2, without('2001:db8::1'))).toEqual([401, 401]);
    expect(await statuses(1, without('2001:db8::2'))).toEqual([429]);
    expect(await statuses(1, () => member.get(CART, { remoteAddress: '203.0.113.1' }))).toEqual([200]);
    const logIn = (): Promise<Answer> => app.send('POST', 'token/', { headers: { apikey: shop.apikey }, payload: {} });
    expect(await statuses(3, logIn)).toEqual([400, 400, 429]);
  });

  it('has another one for all together, which what is refused before costs nothing', async () => {
    const shop = await app.make.application({ rateLimit: 2, rateLimitTotal: 4 });
    const [one, two, three] = [await app.make.member(shop), await app.make.member(shop), await app.make.member(shop)];
    expect(await statuses(6, () => one.get(CART))).toEqual([200, 200, 429, 429, 429, 429]);
    expect(await statuses(2, () => two.get(CART))).toEqual([200, 200]);
    expect(await three.get(CART)).toMatchObject({
      status: 429,
      headers: { 'ratelimit-limit': '4', 'ratelimit-remaining': '0', 'retry-after': expect.any(String) },
    });
  });

  it('may be for all together alone', async () => {
    const shop = await app.make.application({ rateLimitTotal: 2 });
    const [one, two] = [await app.make.member(shop), await app.make.member(shop)];
    expect(await one.get(CART)).toMatchObject({ status: 200, headers: { 'ratelimit-remaining': '1' } });
    expect(await statuses(2, () => two.get(CART))).toEqual([200, 429]);
  });

  describe('on several instances', () => {
    /** The same client at the other instance. */
    const at = (client: TestClient, shop: TestApplication): Promise<Answer> =>
      other.send('GET', CART, { headers: { ...client.headers, apikey: shop.apikey } });
    const syncAll = async (): Promise<void> => {
      for (const instance of [app, other, app]) {
        await instance.nest.get(ApplicationRateLimit, { strict: false }).flush();
      }
    };

    it('counts those of all once they are synchronized', async () => {
      const shop = await app.make.application({ rateLimit: 4 });
      const member = await app.make.member(shop);
      expect(await statuses(3, () => member.get(CART))).toEqual([200, 200, 200]);
      await syncAll();
      expect(await statuses(2, () => at(member, shop))).toEqual([200, 200]);
      await syncAll();
      expect(await statuses(1, () => at(member, shop))).toEqual([429]);
      // It has not heard of them since, and does with the next that it tells of.
      expect(await statuses(1, () => member.get(CART))).toEqual([200]);
      await syncAll();
      expect(await statuses(1, () => member.get(CART))).toEqual([429]);
    });

    it('begins again when its minute is over, whatever the database still has of it', async () => {
      const shop = await app.make.application({ rateLimit: 2 });
      const member = await app.make.member(shop);
      await app.database.query('INSERT INTO rate_limits (key, points, expire) VALUES ($1, 9, $2)', [
        `application:${shop.id}:user:${member.user.uid}`,
        Date.now() - 1,
      ]);
      await member.get(CART);
      await syncAll();
      expect(await statuses(2, () => member.get(CART))).toEqual([200, 429]);
    });

    it('goes on counting when it cannot add up', async () => {
      const shop = await app.make.application({ rateLimit: 2 });
      const member = await app.make.member(shop);
      await member.get(CART);
      await app.database.query('ALTER TABLE rate_limits RENAME TO away');
      await syncAll();
      await app.database.query('ALTER TABLE away RENAME TO rate_limits');
      expect(await statuses(2, () => member.get(CART))).toEqual([200, 429]);
    });
  });
});
