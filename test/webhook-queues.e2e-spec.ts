import { describe, expect, it } from '@jest/globals';
import { bundleBody } from './support/bundles.js';
import { until } from './support/until.js';
import { useReceiver, useTestApp } from './support/use-test-app.js';
import { queueMany } from './support/webhook-queue-rows.js';
import type { Received } from './support/webhook-receiver.js';
import { DELIVERING, WebhookShop } from './support/webhook-shop.js';

/** A few dozen: what may be sent of one thing before it is the turn of another. */
const FEW = 36;

const receiver = await useReceiver();
const app = await useTestApp({ config: DELIVERING });
const admin = await app.make.superAdmin();

describe('the turns of the things that an application hears of', () => {
  const setStatus = (shop: WebhookShop, status: string) =>
    admin.patch(`/admin/api/applications/${shop.id}/`, { status });

  /** Waits for an event of a type, and gives what came before it. */
  async function before(shop: WebhookShop, type: string): Promise<Received[]> {
    const place = () => shop.received.findIndex(({ body }) => body.type === type);
    await until(() => place() >= 0);
    return shop.received.slice(0, place());
  }

  const versions = (received: Received[]): unknown[] =>
    received.filter(({ body }) => body.data.cart_id === 9_000_000).map(({ body }) => body.data.version);

  it('come soon although one of them has many events queued, which stay in their order', async () => {
    const shop = await WebhookShop.open(app, receiver, ['order.placed'], { status: 'inactive' });
    await queueMany(app, shop.id, { count: 1_000 });
    const stranger = await app.make.member();
    await shop.sell(stranger);
    expect((await stranger.post('commerce/create-order/')).status).toBe(200);
    await setStatus(shop, 'active');
    expect((await before(shop, 'order.placed')).length).toBeLessThan(FEW);
    await shop.hears(2 * FEW);
    const heard = versions(shop.received);
    expect(heard).toEqual(heard.map((_, index) => index + 1));
    await setStatus(shop, 'inactive');
  });

  it('come soon although very many others wait for another attempt at the same time', async () => {
    const shop = await WebhookShop.open(app, receiver, ['order.placed'], { status: 'inactive' });
    await queueMany(app, shop.id, { count: 500, wait: -1 });
    await app.database.query('UPDATE webhook_deliveries SET is_due = FALSE WHERE application_id = $1', [shop.id]);
    const stranger = await app.make.member();
    await shop.sell(stranger);
    await stranger.post('commerce/create-order/');
    await setStatus(shop, 'active');
    expect((await before(shop, 'order.placed')).length).toBeLessThan(FEW);
    await setStatus(shop, 'inactive');
  });

  it('come before those of a replay that is under way', async () => {
    const shop = await WebhookShop.open(app, receiver, ['order.placed', 'cart.updated'], { status: 'inactive' });
    const since = new Date().toISOString();
    await queueMany(app, shop.id, { count: 300, things: 300 });
    await app.database.query(`UPDATE webhook_deliveries SET status = 'failed' WHERE application_id = $1`, [shop.id]);
    const replayed = await admin.post(`/admin/api/applications/${shop.id}/deliveries/redeliver/`, { since });
    expect(replayed.body.data.queued).toBe(300);
    const stranger = await app.make.member();
    await shop.sell(stranger);
    await stranger.post('commerce/create-order/');
    await setStatus(shop, 'active');
    expect((await before(shop, 'order.placed')).length).toBeLessThan(FEW);
    await setStatus(shop, 'inactive');
  });

  it('come before those of one request that has made very many', async () => {
    const shop = await WebhookShop.open(app, receiver, ['bundle.created', 'order.placed'], { status: 'inactive' });
    const stranger = await app.make.member();
    await shop.sell(stranger);
    const bundles = Array.from({ length: 50 }, (_, number) => bundleBody(`many-${number}`));
    const made = await (await app.make.apiAdmin()).post('commerce/product/bulk/create/', bundles);
    expect(made.status).toBe(200);
    await stranger.post('commerce/create-order/');
    await setStatus(shop, 'active');
    expect((await before(shop, 'order.placed')).length).toBeLessThan(FEW);
    await setStatus(shop, 'inactive');
  });

  it('keep the order of one thing whose older events come in bulk', async () => {
    const shop = await WebhookShop.open(app, receiver, ['order.placed'], { status: 'inactive' });
    await queueMany(app, shop.id, { count: 30, inBulk: true });
    await queueMany(app, shop.id, { count: 1 });
    await setStatus(shop, 'active');
    await shop.hears(31);
    expect(versions(shop.received)).toEqual([...Array.from({ length: 30 }, (_, index) => index + 1), 1]);
  });

  it('come to all of very many things', async () => {
    const shop = await WebhookShop.open(app, receiver, ['order.placed'], { status: 'inactive' });
    await queueMany(app, shop.id, { count: 200, things: 100 });
    await queueMany(app, shop.id, { count: 60, things: 30, first: 8_000_000, inBulk: true });
    await setStatus(shop, 'active');
    await shop.settles('delivered');
    const carts = Map.groupBy(shop.received, ({ body }) => body.data.cart_id);
    expect(carts.size).toBe(130);
    for (const events of carts.values()) {
      const [first, second, ...more] = events.map(({ body }) => Number(body.data.version));
      expect([more, first! < second!]).toEqual([[], true]);
    }
  });
});
