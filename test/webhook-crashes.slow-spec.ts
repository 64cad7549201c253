import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { JobQueue } from '#common/jobs/index.js';
import { DatabaseProxy } from './support/database-proxy.js';
import { ServiceProcess } from './support/service-process.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { until } from './support/until.js';
import { WebhookReceiver } from './support/webhook-receiver.js';
import { DELIVERING, WebhookShop } from './support/webhook-shop.js';
import { WebhookRows } from './support/webhook-rows.js';

/** Requests to one application at the same time. */
const SIDE_BY_SIDE = 10;

/** What the service logs when a delivery could not be recorded. */
const FAILURE = 'a job of deliver-webhooks failed';

describe('the delivery of webhooks', () => {
  /** Takes requests, and delivers nothing itself. */
  let api: TestApp;
  let receiver: WebhookReceiver;
  let proxy: DatabaseProxy;
  /** The instance that delivers: each test leaves one. */
  let service: ServiceProcess;

  beforeAll(async () => {
    api = await startTestApp({ config: { webhookConcurrency: 0 } });
    receiver = await WebhookReceiver.start();
    proxy = await DatabaseProxy.before(api.database.url);
  });
  afterEach(() => receiver.answerWith(204));
  afterAll(async () => {
    await receiver.stop();
    await service?.end('SIGKILL');
    await proxy.cut();
    await api.stop();
  });

  const start = (): Promise<ServiceProcess> =>
    ServiceProcess.start({ DATABASE_URL: proxy.url, WEBHOOK_ALLOW_PRIVATE: 'true' });

  it('begins although nobody was woken, for the instance ended right after the commit', async () => {
    const shop = await WebhookShop.open(api, receiver);
    const rows = new WebhookRows(api);
    const id = await rows.delivery(shop.id, await rows.event());
    await api.database.query('UPDATE webhook_deliveries SET next_attempt_at = now() WHERE id = $1', [id]);
    service = await start();
    await shop.hears();
  });

  it('goes on when the database comes back, in the same process', async () => {
    const shops = await Promise.all(Array.from({ length: 6 }, () => WebhookShop.open(api, receiver)));
    for (let outage = 1; outage <= 2; outage += 1) {
      const held: (() => void)[] = [];
      receiver.answer = (response, { path }) => {
        const answer = () => void response.writeHead(204).end();
        if (shops.some((shop) => shop.path === path)) held.push(answer);
        else answer();
      };
      await shops[0]!.sell();
      await until(() => held.length === shops.length);
      // The answers come while the database is away: what cannot be recorded is sent again.
      await proxy.cut();
      const failures = service.printed(FAILURE);
      // One job ends after the other, and the library can tell the database of none.
      for (const [index, answer] of held.entries()) {
        answer();
        await until(() => service.printed(FAILURE) > failures + index);
      }
      await shops[0]!.sell();
      receiver.answerWith(204);
      await proxy.restore();
      for (const shop of shops)
        await until(async () => (await shop.deliveries()).filter(isDelivered).length === outage * 2);
    }
    expect(service.isRunning).toBe(true);
  });

  it('is taken over by another instance when one is killed in the midst of it', async () => {
    const shop = await WebhookShop.open(api, receiver);
    receiver.answer = () => undefined;
    await shop.sell();
    await shop.hears(1);
    expect(await service.end('SIGKILL')).toBeNull();
    expect(await shop.deliveries()).toMatchObject([{ status: 'pending', tries: 0 }]);
    receiver.answerWith(204);
    service = await start();
    await shop.hears(2);
    expect(await shop.settles('delivered')).toMatchObject([{ tries: 1 }]);
    expect(shop.received[1]!.headers['webhook-id']).toBe(shop.received[0]!.headers['webhook-id']);
  });

  it('stops while an endpoint hangs, and leaves its delivery to others', async () => {
    const shop = await WebhookShop.open(api, receiver);
    receiver.answer = () => undefined;
    await shop.sell();
    await shop.hears();
    expect(await service.end('SIGTERM')).toBe(0);
    expect(await shop.deliveries()).toMatchObject([{ status: 'pending', tries: 0 }]);
    receiver.answerWith(204);
    const next = await startTestApp({ config: DELIVERING, sharing: api });
    expect(await shop.settles('delivered')).toMatchObject([{ tries: 1 }]);
    await next.stop();
  });

  it('lets requests under way end at a stop, and begins no more: nothing is sent twice', async () => {
    const shop = await WebhookShop.open(api, receiver);
    for (let i = 0; i < SIDE_BY_SIDE + 5; i += 1) await shop.sell(await api.make.member(shop.application));
    const held: (() => void)[] = [];
    receiver.answer = (response, { path }) => {
      const answer = () => void response.writeHead(204).end();
      if (path === shop.path) held.push(answer);
      else answer();
    };
    const stopping = await startTestApp({ config: DELIVERING, sharing: api });
    await until(() => held.length === SIDE_BY_SIDE);
    const stopped = stopping.stop();
    await until(() => !stopping.nest.get(JobQueue).holdsLease());
    receiver.answerWith(204);
    for (const answer of held) answer();
    await stopped;
    expect(shop.received).toHaveLength(SIDE_BY_SIDE);
    expect((await shop.deliveries()).filter(isDelivered)).toHaveLength(SIDE_BY_SIDE);
  });
});

function isDelivered({ status }: { status: string }): boolean {
  return status === 'delivered';
}
