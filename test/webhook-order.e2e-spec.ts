import { afterAll, describe, expect, it } from '@jest/globals';
import { startTestApp } from './support/start-test-app.js';
import { useReceiver } from './support/use-test-app.js';
import type { Received } from './support/webhook-receiver.js';
import { DELIVERING, WebhookShop } from './support/webhook-shop.js';

const MEMBERS = 4;
const CHANGES = 10;

const receiver = await useReceiver();
const app = await startTestApp({ config: DELIVERING });
const second = await startTestApp({ config: DELIVERING, sharing: app });

afterAll(async () => {
  await second.stop();
  await app.stop();
});

/** The versions of each cart, in the order in which they came. */
function versionsOfCarts(received: Received[]): number[][] {
  const carts = Map.groupBy(received, ({ body }) => body.data.cart_id);
  return [...carts.values()].map((events) => events.map(({ body }) => body.data.version as number));
}

const UP_TO = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('the events of one cart', () => {
  it('that have waited together are sent in their order, those of several carts side by side', async () => {
    const shop = await WebhookShop.open(app, receiver, ['cart.updated'], { status: 'inactive' });
    const members = await Promise.all(Array.from({ length: MEMBERS }, () => app.make.member()));
    const { id: product_id } = await app.make.catalogue.product();
    for (let i = 0; i < CHANGES; i += 1) {
      await Promise.all(members.map((member) => member.post('commerce/add-cart-item/', { product_id })));
    }
    const underWay = new Set<unknown>();
    const overlapping: unknown[] = [];
    let most = 0;
    let turn = 0;
    receiver.answer = (response, { body }) => {
      const cart = body.data.cart_id;
      if (underWay.has(cart)) overlapping.push(cart);
      underWay.add(cart);
      most = Math.max(most, underWay.size);
      // Answers take their time in no order: only waiting for each keeps the order.
      turn += 7;
      setTimeout(
        () => {
          underWay.delete(cart);
          response.writeHead(204).end();
        },
        (turn % 5) * 4,
      );
    };
    const admin = await app.make.superAdmin();
    await admin.patch(`/admin/api/applications/${shop.id}/`, { status: 'active' });
    await shop.hears(MEMBERS * CHANGES);
    expect(await shop.settles('delivered')).toHaveLength(MEMBERS * CHANGES);
    expect(versionsOfCarts(shop.received)).toEqual(Array.from({ length: MEMBERS }, () => UP_TO(CHANGES)));
    expect(overlapping).toEqual([]);
    expect(most).toBeGreaterThan(1);
  });

  it('pass one that has failed, which comes again later', async () => {
    const shop = await WebhookShop.open(app, receiver);
    receiver.answer = (response, { body }) => void response.writeHead(body.data.version === 1 ? 503 : 204).end();
    for (let i = 0; i < 3; i += 1) await shop.sell();
    await shop.hears(3);
    receiver.answerWith(204);
    await shop.passTime();
    await shop.settles('delivered');
    expect(versionsOfCarts(shop.received)).toEqual([[1, 2, 3, 1]]);
  });
});
