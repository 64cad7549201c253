import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { WebhookSender } from '#platform/webhooks/delivery/webhook-sender.js';
import { until } from './support/until.js';
import { useReceiver, useTestApp } from './support/use-test-app.js';
import { DELIVERING, WebhookShop } from './support/webhook-shop.js';

const MEBIBYTE = Buffer.alloc(1024 * 1024, 'a');
const GIBIBYTE = 1024 * MEBIBYTE.length;

/** Milliseconds between two bytes of an answer that drips. */
const DRIP_MS = 200;

const receiver = await useReceiver();
// Two places at full speed: few endpoints are enough to fill them.
const app = await useTestApp({ config: { ...DELIVERING, webhookConcurrency: 2 } });
const sender = app.nest.get(WebhookSender, { strict: false });

/** Answers at once, with a body that never comes to an end. */
function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/plain' });
  const timer = setInterval(() => response.write('x'), DRIP_MS);
  response.on('close', () => clearInterval(timer));
}

/** Answers with a GiB, as fast as it is taken. */
function flood(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': String(GIBIBYTE) });
  const more = (): void => {
    while (!response.destroyed && response.write(MEBIBYTE));
  };
  response.on('drain', more);
  more();
}

async function attemptsOf(shop: WebhookShop): Promise<Record<string, unknown>[]> {
  return app.database.query(
    `SELECT a.* FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id WHERE d.application_id = $1`,
    [shop.id],
  );
}

describe('endpoints that never come to an end', () => {
  const LIMIT_MS = 15_000;

  afterEach(() => void (sender.timeoutMs = LIMIT_MS));

  it('do not keep others from their deliveries', async () => {
    sender.timeoutMs = 10 * LIMIT_MS;
    const bad = await Promise.all([1, 2, 3, 4].map(() => WebhookShop.open(app, receiver)));
    const hanging: ServerResponse[] = [];
    receiver.answer = (response, { path }) => {
      if (bad.some((shop) => shop.path === path)) hanging.push(response);
      else response.writeHead(204).end();
    };
    await bad[0]!.sell();
    await until(() => hanging.length === bad.length);
    const good = await WebhookShop.open(app, receiver, ['wishlist.updated']);
    const { id: product_id } = await app.make.catalogue.product();
    await good.member.post('commerce/wishlist-add', { product_id });
    await good.settles('delivered');
    for (const shop of bad) expect(await attemptsOf(shop)).toEqual([]);
    // Now it is known that they fail: they share what room there is aside, and others go past them.
    for (const { socket } of hanging.splice(0)) socket!.destroy();
    for (const shop of bad) {
      await shop.delivery(1);
      await shop.passTime();
    }
    await until(() => hanging.length === bad.length);
    await good.member.post('commerce/wishlist-remove', { product_id });
    await good.hears(2);
    expect(await good.settles('delivered')).toHaveLength(2);
    for (const { socket } of hanging) socket!.destroy();
  });

  it('fail when their time is up', async () => {
    expect(sender.timeoutMs).toBe(LIMIT_MS);
    sender.timeoutMs = 300;
    receiver.answer = () => undefined;
    const shop = await WebhookShop.open(app, receiver);
    await shop.sell();
    expect(await shop.delivery(1)).toMatchObject({ status: 'pending' });
    expect(await attemptsOf(shop)).toMatchObject([{ status_code: null, error: 'no answer within 0.3 s' }]);
  });
});

describe('an endpoint that answers with success', () => {
  it('has its delivery though its body drips without end', async () => {
    const shop = await WebhookShop.open(app, receiver);
    receiver.answer = drip;
    await shop.sell();
    expect(await shop.settles('delivered')).toMatchObject([{ tries: 1 }]);
    expect(await attemptsOf(shop)).toMatchObject([{ status_code: 200, response: expect.stringMatching(/^x+$/) }]);
  });

  it('and with a GiB has its delivery, of which the log keeps the first KiB; nothing more is read', async () => {
    const shop = await WebhookShop.open(app, receiver);
    let sent = 0;
    receiver.answer = (response) => {
      const { socket } = response;
      flood(response);
      socket!.on('close', () => (sent = socket!.bytesWritten));
    };
    await shop.sell();
    expect(await shop.settles('delivered')).toMatchObject([{ tries: 1 }]);
    const [attempt] = await attemptsOf(shop);
    expect(attempt).toMatchObject({ status_code: 200, response: 'a'.repeat(1024) });
    await until(() => sent > 0);
    expect(sent).toBeLessThan(GIBIBYTE / 10);
  });
});
