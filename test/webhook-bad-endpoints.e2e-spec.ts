import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';
import { WebhookReceiver } from './support/webhook-receiver.js';
import { DELIVERING, WebhookShop } from './support/webhook-shop.js';

const MEBIBYTE = Buffer.alloc(1024 * 1024, 'a');
const GIBIBYTE = 1024 * MEBIBYTE.length;

/** Milliseconds between two bytes of an answer that drips. */
const DRIP_MS = 200;

/** Milliseconds for an attempt that only its time limit ends. */
const PATIENCE_MS = 30_000;

let app: TestApp;
let receiver: WebhookReceiver;

beforeAll(async () => {
  // Two places at full speed: few endpoints are enough to fill them.
  app = await startTestApp({ config: { ...DELIVERING, webhookConcurrency: 2 } });
  receiver = await WebhookReceiver.start();
});
afterAll(async () => {
  await receiver.stop();
  await app.stop();
});

/** Ways to answer that never come to an end. */
const ENDLESS: Record<string, (response: ServerResponse) => void> = {
  hangs: () => undefined,
  'drips its headers': ({ socket }) => {
    socket!.write('HTTP/1.1 200 OK\r\n');
    const timer = setInterval(() => socket!.write('x: y\r\n'), DRIP_MS);
    socket!.on('close', () => clearInterval(timer));
  },
};

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
  it(
    'do not keep others from their deliveries, and fail when their time is up',
    async () => {
      const bad = await Promise.all(
        Object.keys(ENDLESS).flatMap((way) =>
          [1, 2].map(async () => ({ way, shop: await WebhookShop.open(app, receiver) })),
        ),
      );
      receiver.answer = (response, { path }) => {
        const { way } = bad.find(({ shop }) => shop.path === path) ?? {};
        if (way === undefined) response.writeHead(204).end();
        else ENDLESS[way]!(response);
      };
      await bad[0]!.shop.sell();
      for (const { shop } of bad) await shop.hears();
      const good = await WebhookShop.open(app, receiver, ['wishlist.updated']);
      const { id: product_id } = await app.make.catalogue.product();
      await good.member.post('commerce/wishlist-add', { product_id });
      await good.settles('delivered');
      for (const { shop } of bad) expect(await attemptsOf(shop)).toEqual([]);
      for (const { way, shop } of bad) {
        const delivery = await shop.delivery(1);
        expect(delivery).toMatchObject({ status: 'pending' });
        const [attempt] = await attemptsOf(shop);
        expect([way, attempt!.status_code, attempt!.error]).toEqual([way, null, 'no answer within 15 s']);
      }
      // Now it is known that they fail: they share what room there is aside, and others go past them.
      for (const { shop } of bad) await shop.passTime();
      await until(() => receiver.received.length >= bad.length + 4, PATIENCE_MS);
      await good.member.post('commerce/wishlist-remove', { product_id });
      await good.hears(2);
      expect(await good.settles('delivered')).toHaveLength(2);
    },
    3 * PATIENCE_MS,
  );
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
