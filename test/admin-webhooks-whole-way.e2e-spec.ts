import { describe, expect, it } from '@jest/globals';
import type { TestClient, TestApplication } from './support/factories.js';
import { until } from './support/until.js';
import { useReceiver, useTestApp } from './support/use-test-app.js';
import { verify, type Received } from './support/webhook-receiver.js';
import { WebhookRows } from './support/webhook-rows.js';

const APPLICATIONS = '/admin/api/applications/';

interface Delivery {
  id: string;
  event_id: string;
  event_type: string;
  status: string;
  attempt_count: number;
}

let paths = 0;

const receiver = await useReceiver();
const app = await useTestApp({ config: { webhookAllowPrivate: true, webhookConcurrency: 4 } });
const root = await app.make.superAdmin();
const tea = await app.make.catalogue.product();

/** An application with an endpoint of its own, and what came to that. */
class Shop {
  readonly path = `/hooks-${(paths += 1)}`;
  application!: TestApplication;
  member!: TestClient;

  static async listeningTo(...webhookEvents: string[]): Promise<Shop> {
    const shop = new Shop();
    shop.application = await app.make.application({ webhookUrl: receiver.url(shop.path), webhookEvents });
    shop.member = await app.make.member(shop.application);
    return shop;
  }

  get received(): Received[] {
    return receiver.at(this.path);
  }

  at(rest: string): string {
    return `${APPLICATIONS}${this.application.id}/${rest}`;
  }

  /** A change that the webhook may tell of: one more tea in the member's cart. */
  async change(): Promise<void> {
    expect((await this.member.post('commerce/add-cart-item/', { product_id: tea.id })).status).toBe(200);
  }

  /** Waits until so many requests have come. */
  async came(count: number): Promise<Received[]> {
    await until(() => this.received.length >= count);
    return this.received;
  }

  async log(query = ''): Promise<Delivery[]> {
    return (await root.get(this.at(`deliveries/?${query}`))).body.data.results as Delivery[];
  }

  /** Waits until no delivery is pending; gives the log, newest first. */
  async settled(): Promise<Delivery[]> {
    await until(async () => (await this.log('status=pending')).length === 0);
    return this.log();
  }

  async secret(): Promise<string> {
    return (await root.get(this.at('webhook/'))).body.data.secret as string;
  }
}

describe('a test event', () => {
  it('arrives, signed, though the webhook lists no events, and the log says what was answered', async () => {
    const shop = await Shop.listeningTo();
    receiver.answerWith(202, {}, 'thank you');
    const { data } = (await root.post(shop.at('webhook/test/'))).body;
    expect(data).toMatchObject({ event_type: 'webhook.test', status: 'pending', attempt_count: 0, last_attempt: null });
    const [received] = await shop.came(1);
    expect(verify(await shop.secret(), received!)).toEqual({
      id: data.event_id,
      type: 'webhook.test',
      timestamp: expect.any(String),
      data: { application_id: shop.application.id },
    });
    await shop.settled();
    const delivery = (await root.get(shop.at(`deliveries/${data.id}/`))).body.data;
    expect(delivery).toMatchObject({
      status: 'delivered',
      finished_at: expect.any(String),
      attempts: [{ number: 1, status_code: 202, error: null, response: 'thank you' }],
      payload: received!.body,
    });
  });

  it('is sent while the webhook is disabled, which stays so', async () => {
    const shop = await Shop.listeningTo('cart.updated');
    await new WebhookRows(app).disable(shop.application.id);
    const { data } = (await root.post(shop.at('webhook/test/'))).body;
    await shop.came(1);
    expect(await shop.settled()).toMatchObject([{ id: data.id, status: 'delivered' }]);
    expect((await root.get(shop.at('webhook/'))).body.data.status).toBe('disabled');
  });

  it('is sent once: the log says how it failed, with the first KiB of the answer', async () => {
    const shop = await Shop.listeningTo();
    receiver.answerWith(500, {}, 'x'.repeat(5000));
    const { data } = (await root.post(shop.at('webhook/test/'))).body;
    expect(await shop.settled()).toMatchObject([
      { status: 'failed', attempt_count: 1, last_attempt: { status_code: 500 } },
    ]);
    const { attempts } = (await root.get(shop.at(`deliveries/${data.id}/`))).body.data;
    expect(attempts[0].response).toBe('x'.repeat(1024));
  });

  it('is 409 for an inactive application, whose deliveries wait', async () => {
    const shop = await Shop.listeningTo();
    await root.patch(`${APPLICATIONS}${shop.application.id}/`, { status: 'inactive' });
    const { body } = await root.post(shop.at('webhook/test/'));
    expect(body).toMatchObject({ status_code: 409, message: 'the application is inactive, so its deliveries wait' });
    expect(await shop.log()).toEqual([]);
  });
});

describe('after a rotation of the secret', () => {
  it('deliveries verify with the old and with the new one until the overlap ends', async () => {
    const shop = await Shop.listeningTo('cart.updated');
    const old = await shop.secret();
    const { secret } = (await root.post(shop.at('webhook/rotate-secret/'), { overlap_seconds: 3600 })).body.data;
    await shop.change();
    const [both] = await shop.came(1);
    expect(String(both!.headers['webhook-signature']).split(' ')).toHaveLength(2);
    for (const one of [old, secret]) expect(verify(one, both!)).toEqual(both!.body);
    await root.post(shop.at('webhook/rotate-secret/'), { overlap_seconds: 0 });
    await shop.settled();
    await shop.change();
    const after = (await shop.came(2))[1]!;
    for (const one of [old, secret]) expect(() => verify(one, after)).toThrow('No matching signature');
    expect(verify(await shop.secret(), after)).toEqual(after.body);
  });
});

describe('sending again', () => {
  it('repeats what was delivered with the same id and body, and goes on counting attempts', async () => {
    const shop = await Shop.listeningTo('cart.updated');
    await shop.change();
    const [delivery] = await shop.settled();
    expect(delivery).toMatchObject({ status: 'delivered', attempt_count: 1 });
    expect((await root.post(shop.at(`deliveries/${delivery!.id}/redeliver/`))).status).toBe(200);
    const [first, second] = await shop.came(2);
    expect(second!.text).toBe(first!.text);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    expect(await shop.settled()).toMatchObject([{ id: delivery!.id, status: 'delivered', attempt_count: 2 }]);
    const { attempts } = (await root.get(shop.at(`deliveries/${delivery!.id}/`))).body.data;
    expect(attempts).toMatchObject([{ number: 1 }, { number: 2 }]);
  });

  it('sends what waits for its next attempt now', async () => {
    const shop = await Shop.listeningTo('cart.updated');
    receiver.answerWith(503, { 'retry-after': '3600' });
    await shop.change();
    await until(async () => (await shop.log())[0]?.attempt_count === 1);
    receiver.answerWith(204);
    const [delivery] = await shop.log('status=pending');
    await root.post(shop.at(`deliveries/${delivery!.id}/redeliver/`));
    expect(await shop.settled()).toMatchObject([{ id: delivery!.id, status: 'delivered', attempt_count: 2 }]);
  });

  it('brings, in their order, the events that were missed while the webhook was disabled', async () => {
    const shop = await Shop.listeningTo('cart.updated');
    const since = new Date().toISOString();
    receiver.answerWith(410);
    await shop.change();
    await until(async () => (await root.get(shop.at('webhook/'))).body.data.status === 'disabled');
    receiver.answerWith(204);
    await shop.change();
    await shop.change();
    expect(await shop.log()).toHaveLength(1);
    await root.post(shop.at('webhook/enable/'));
    await shop.change();
    await shop.settled();
    const { data } = (await root.post(shop.at('deliveries/redeliver/'), { since, failed_only: true })).body;
    expect(data).toEqual({ queued: 3, next_since: null });
    const log = await shop.settled();
    expect(log.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered', 'delivered']);
    const versions = shop.received.map(({ body }) => body.data.version);
    expect(versions).toEqual([1, 4, 1, 2, 3]);
  });

  it('brings the events of the time in which there was no webhook', async () => {
    const shop = await Shop.listeningTo('cart.updated');
    const since = new Date().toISOString();
    const address = `${APPLICATIONS}${shop.application.id}/`;
    await root.patch(address, { webhook: null });
    await shop.change();
    await root.patch(address, { webhook: { url: receiver.url(shop.path), events: ['cart.updated'] } });
    expect((await root.post(shop.at('deliveries/redeliver/'), { since })).body.data.queued).toBe(1);
    const [received] = await shop.came(1);
    expect(received!.body).toMatchObject({ type: 'cart.updated', data: { version: 1 } });
  });
});
