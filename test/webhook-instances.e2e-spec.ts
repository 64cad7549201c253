import type { ServerResponse } from 'node:http';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { TestClient } from './support/factories.js';
import { startTestApp } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useReceiver } from './support/use-test-app.js';
import type { Received } from './support/webhook-receiver.js';
import { DELIVERING, WebhookShop } from './support/webhook-shop.js';

/** Members who shop at the same time, and what each of them changes. */
const MEMBERS = 6;
const CHANGES = 6;

/** Few places, so that a test can fill those of one instance: each has five jobs for each application at full speed. */
const FEW = { ...DELIVERING, webhookConcurrency: 2 };
const JOBS_OF_ONE = FEW.webhookConcurrency * 5;

const receiver = await useReceiver();
const first = await startTestApp({ config: FEW });
const second = await startTestApp({ config: FEW, sharing: first });

afterAll(async () => {
  await second.stop();
  await first.stop();
});

/** Changes the cart of a member again and again, one instance after the other. */
async function shopAround(member: TestClient, product_id: number): Promise<void> {
  const { headers } = member;
  for (let i = 0; i < CHANGES; i += 1) {
    const { status } = await (i % 2 === 0 ? first : second).send('POST', 'commerce/add-cart-item/', {
      headers,
      payload: { product_id },
    });
    expect(status).toBe(200);
  }
}

/** The versions of each cart, in the order in which they came. */
function versionsOfCarts(received: Received[]): number[][] {
  const carts = Map.groupBy(received, ({ body }) => body.data.cart_id);
  return [...carts.values()].map((events) => events.map(({ body }) => body.data.version as number));
}

describe('two instances under many changes at the same time', () => {
  it('deliver each event once, and those of one cart in their order', async () => {
    const shops = [await WebhookShop.open(first, receiver), await WebhookShop.open(first, receiver)];
    const members = await Promise.all(Array.from({ length: MEMBERS }, () => first.make.member()));
    const { id } = await first.make.catalogue.product();
    // An endpoint whose answers take their time in no order: only waiting for each keeps the order.
    let place = 0;
    receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), ((place += 7) % 5) * 5);
    await Promise.all(members.map((member) => shopAround(member, id)));
    for (const shop of shops) {
      await shop.hears(MEMBERS * CHANGES);
      await shop.settles('delivered');
      const carts = versionsOfCarts(shop.received);
      expect(carts).toHaveLength(MEMBERS);
      for (const versions of carts) expect(versions).toEqual(Array.from({ length: CHANGES }, (_, index) => index + 1));
    }
  });

  it('share the work', async () => {
    // More applications than one instance has jobs for, and none of them is done.
    const shops = await Promise.all(
      Array.from({ length: JOBS_OF_ONE + 2 }, () => WebhookShop.open(first, receiver, ['wishlist.updated'])),
    );
    const held: (() => void)[] = [];
    receiver.answer = (response) => held.push(() => void response.writeHead(204).end());
    const { id: product_id } = await first.make.catalogue.product();
    await shops[0]!.member.post('commerce/wishlist-add', { product_id });
    await until(() => held.length === shops.length);
    const workers = await first.database.query(
      'SELECT DISTINCT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL',
    );
    expect(workers).toHaveLength(2);
    receiver.answerWith(204);
    for (const answer of held) answer();
    for (const shop of shops) {
      await shop.settles('delivered');
      expect(shop.received).toHaveLength(1);
    }
  });

  it('deliver beside an event that hangs what happens to other things meanwhile, whichever instance it goes through', async () => {
    const quiet = await startTestApp({ config: { webhookConcurrency: 0 }, sharing: first });
    const shop = await WebhookShop.open(first, receiver);
    const hanging: ServerResponse[] = [];
    receiver.answer = (response, { path }) => {
      if (path === shop.path && hanging.length === 0) hanging.push(response);
      else response.writeHead(204).end();
    };
    await shop.sell();
    await shop.hears(1);
    for (const [index, instance] of [first, second, quiet].entries()) {
      const { headers } = await first.make.member(shop.application);
      const { id: product_id } = await first.make.catalogue.product();
      await instance.send('POST', 'commerce/add-cart-item/', { headers, payload: { product_id } });
      await shop.hears(index + 2);
    }
    expect(hanging[0]!.destroyed).toBe(false);
    // What happens to the same thing waits for its turn.
    await shop.sell();
    hanging[0]!.writeHead(204).end();
    await shop.settles('delivered');
    expect(versionsOfCarts(shop.received).map((versions) => versions.length)).toEqual([2, 1, 1, 1]);
    await quiet.stop();
  });

  it('deliver what an instance that delivers nothing itself has changed', async () => {
    const quiet = await startTestApp({ config: { webhookConcurrency: 0 }, sharing: first });
    const shop = await WebhookShop.open(first, receiver);
    const { id: product_id } = await first.make.catalogue.product();
    await quiet.send('POST', 'commerce/add-cart-item/', { headers: shop.member.headers, payload: { product_id } });
    await shop.hears();
    expect(await shop.settles('delivered')).toHaveLength(1);
    await quiet.stop();
  });
});
