import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { until } from './support/until.js';
import { useReceiver, useTestApp } from './support/use-test-app.js';
import { WebhookReceiver } from './support/webhook-receiver.js';
import { DELIVERING, WebhookShop } from './support/webhook-shop.js';

const APPLICATIONS = '/admin/api/applications/';

/** Seconds between the attempts, without jitter. */
const WAITS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

/** Seconds that recording an attempt may take on a busy machine; webhook-schedule.rules.spec.ts has the exact waits. */
const SLACK = 60;

const receiver = await useReceiver();
const app = await useTestApp({ config: DELIVERING });
const admin = await app.make.superAdmin();

const open = (): Promise<WebhookShop> => WebhookShop.open(app, receiver);

/** A delivery in the log, as super admins see it. */
async function logged(shop: WebhookShop): Promise<{ status: string; attempts: Record<string, unknown>[] }> {
  const [{ id } = { id: '' }] = await shop.deliveries();
  return (await admin.get(`${APPLICATIONS}${shop.id}/deliveries/${id}/`)).body.data;
}

/** Lets the webhook have failed for so many days. */
function failingFor(shop: WebhookShop, days: number): Promise<unknown> {
  return app.database.query(
    `UPDATE applications SET webhook_failing_since = now() - make_interval(mins => $2) WHERE id = $1`,
    [shop.id, Math.round(days * 24 * 60)],
  );
}

describe('a delivery that fails', () => {
  it('is tried ten times with ever longer waits, then given up; the log tells of each', async () => {
    const shop = await open();
    receiver.answerWith(500, {}, 'out of order');
    await shop.sell();
    for (const [index, wait] of WAITS.entries()) {
      const delivery = await shop.delivery(index + 1);
      expect(delivery).toMatchObject({ status: 'pending', tries: index + 1 });
      expect(delivery.wait).toBeGreaterThanOrEqual(wait - 0.01);
      expect(delivery.wait).toBeLessThanOrEqual(wait * 1.2 + SLACK);
      await shop.passTime();
    }
    expect(await shop.delivery(10)).toMatchObject({ status: 'failed', tries: 10 });
    const { status, attempts } = await logged(shop);
    expect(status).toBe('failed');
    expect(attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(attempts[0]).toMatchObject({ status_code: 500, response: 'out of order', error: null });
    const ids = new Set(shop.received.map(({ headers }) => headers['webhook-id']));
    expect([shop.received.length, ids.size]).toEqual([10, 1]);
    await shop.passTime();
    await shop.sell();
    await shop.hears(11);
    expect(shop.received[10]!.body.id).not.toBe(shop.received[0]!.body.id);
  });

  it('succeeds at the next attempt, with the same id and body under a fresh signature', async () => {
    const shop = await open();
    receiver.answerWith(503);
    await shop.sell();
    await shop.delivery(1);
    receiver.answerWith(200, {}, 'thanks');
    await shop.passTime();
    expect(await shop.settles('delivered')).toMatchObject([{ tries: 2 }]);
    const [first, second] = await shop.hears(2);
    expect(second!.text).toBe(first!.text);
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id']);
    await shop.verified(admin, second!);
    expect((await logged(shop)).attempts).toMatchObject([
      { status_code: 503 },
      { status_code: 200, response: 'thanks' },
    ]);
  });

  it.each([
    ['seconds', () => '4000', 4_000],
    ['a date', () => new Date(Date.now() + 4_000_000).toUTCString(), 4_000],
    ['more than a day', () => '99999999', 86_400],
  ])('waits as long as Retry-After asks for: %s', async (_, header, seconds) => {
    const shop = await open();
    receiver.answerWith(429, { 'retry-after': header() });
    await shop.sell();
    const { wait } = await shop.delivery(1);
    expect(wait).toBeGreaterThan(seconds - SLACK);
    expect(wait).toBeLessThan(seconds + SLACK);
  });

  it.each([
    ['a moment that is past', 'Thu, 01 Jan 1970 00:00:00 GMT'],
    ['less than the schedule', '1'],
    ['nonsense', 'soon'],
  ])('keeps to the schedule when Retry-After asks for %s', async (_, header) => {
    const shop = await open();
    receiver.answerWith(503, { 'retry-after': header });
    await shop.sell();
    const { wait } = await shop.delivery(1);
    expect(wait).toBeGreaterThanOrEqual(5 - 0.01);
    expect(wait).toBeLessThanOrEqual(6 + SLACK);
  });

  it.each([301, 302, 307, 308])('is not taken elsewhere by a redirect (%d)', async (status) => {
    const shop = await open();
    receiver.answerWith(status, { location: receiver.url(`${shop.path}/elsewhere`) });
    await shop.sell();
    expect(await shop.delivery(1)).toMatchObject({ status: 'pending' });
    expect(receiver.at(`${shop.path}/elsewhere`)).toEqual([]);
    expect((await logged(shop)).attempts).toMatchObject([{ status_code: status }]);
  });

  it('is told in the log when nobody answers at all', async () => {
    const silent = await WebhookReceiver.start();
    const shop = await WebhookShop.open(app, silent);
    await silent.stop();
    await shop.sell();
    expect(await shop.delivery(1)).toMatchObject({ status: 'pending' });
    expect((await logged(shop)).attempts).toMatchObject([
      { status_code: null, response: null, error: expect.stringMatching(/.+/) },
    ]);
  });
});

describe('a webhook', () => {
  it('that answers 410 is disabled at once, with a mark that super admins see', async () => {
    const shop = await open();
    receiver.answerWith(503);
    await shop.sell();
    await shop.delivery(1);
    receiver.answerWith(410);
    await shop.sell();
    await until(async () => (await shop.webhook(admin)).status === 'disabled');
    const mark = { status: 'disabled', disabled_reason: 'gone', disabled_at: expect.any(String) };
    const { data } = (await admin.get(`${APPLICATIONS}${shop.id}/`)).body;
    expect(data.webhook).toMatchObject(mark);
    expect(await shop.webhook(admin)).toMatchObject(mark);
    expect((await shop.deliveries()).map(({ status }) => status)).toEqual(['cancelled', 'failed']);
    await shop.sell();
    expect(await shop.deliveries()).toHaveLength(2);
    const audit = (await admin.get(`/admin/api/audit/?search=webhook.disable`)).body.data.results as object[];
    expect(audit).toContainEqual(
      expect.objectContaining({ action: 'webhook.disable', entity_id: shop.id, actor_username: 'system' }),
    );
    const { text } = await app.send('GET', '/metrics');
    expect(text).toMatch(/^commerce_webhooks_disabled_total{reason="gone"} [1-9]/m);
    for (const outcome of ['retry', 'gone'])
      expect(text).toMatch(new RegExp(`^commerce_webhook_attempts_total{outcome="${outcome}"} [1-9]`, 'm'));
    expect(text).toMatch(/^commerce_webhook_attempt_duration_seconds_count [1-9]/m);
  });

  it('that fails is marked as failing, until a delivery succeeds', async () => {
    const shop = await open();
    receiver.answerWith(500);
    await shop.sell();
    await until(async () => (await shop.webhook(admin)).status === 'failing');
    expect(await shop.webhook(admin)).toMatchObject({ failing_since: expect.any(String), disabled_at: null });
    receiver.answerWith(204);
    await shop.passTime();
    await until(async () => (await shop.webhook(admin)).status === 'active');
    expect(await shop.webhook(admin)).toMatchObject({ failing_since: null });
  });

  it('that has done nothing but fail for 5 days is disabled', async () => {
    const shop = await open();
    receiver.answerWith(500);
    await shop.sell();
    await until(async () => (await shop.webhook(admin)).status === 'failing');
    await failingFor(shop, 4.99);
    await shop.passTime();
    await shop.delivery(2);
    expect(await shop.webhook(admin)).toMatchObject({ status: 'failing' });
    await failingFor(shop, 5.01);
    await shop.passTime();
    await until(async () => (await shop.webhook(admin)).status === 'disabled');
    expect(await shop.webhook(admin)).toMatchObject({ disabled_reason: 'failing', failing_since: expect.any(String) });
    expect(await shop.deliveries()).toMatchObject([{ status: 'cancelled', tries: 3 }]);
  });

  it('that succeeds once in 5 days goes on', async () => {
    const shop = await open();
    await shop.sell();
    await shop.delivery(1);
    await failingFor(shop, 5.01);
    await shop.sell();
    await until(async () => (await shop.webhook(admin)).status === 'active');
    receiver.answerWith(500);
    await shop.sell();
    await until(async () => (await shop.webhook(admin)).status === 'failing');
  });

  it('begins again at another address, and keeps its mark when only its events change', async () => {
    const shop = await open();
    receiver.answerWith(410);
    await shop.sell();
    await until(async () => (await shop.webhook(admin)).status === 'disabled');
    const change = (webhook: object) => admin.patch(`${APPLICATIONS}${shop.id}/`, { webhook });
    const url = receiver.url(shop.path);
    expect((await change({ url, events: ['cart.updated', 'order.placed'] })).body.data.webhook.status).toBe('disabled');
    receiver.answerWith(204);
    const moved = await change({ url: `${url}/new`, events: ['cart.updated'] });
    expect(moved.body.data.webhook).toMatchObject({ status: 'active', disabled_at: null, disabled_reason: null });
    await shop.sell();
    await until(() => receiver.at(`${shop.path}/new`).length === 1);
  });

  it('stays active at another address when the former one says only then that it is gone', async () => {
    const shop = await open();
    const moved = `${shop.path}/new`;
    const asked: ServerResponse[] = [];
    receiver.answer = (response, { path }) => {
      if (path === shop.path) asked.push(response);
      else response.writeHead(204).end();
    };
    await shop.sell();
    await until(() => asked.length === 1);
    const webhook = { url: receiver.url(moved), events: ['cart.updated'] };
    expect((await admin.patch(`${APPLICATIONS}${shop.id}/`, { webhook })).status).toBe(200);
    asked[0]!.writeHead(410).end();
    await shop.delivery(1);
    await shop.sell();
    await until(() => receiver.at(moved).length === 1);
    expect(await shop.webhook(admin)).toMatchObject({ status: 'active' });
  });

  it('that is disabled still gets test events, each once, and they say nothing of its health', async () => {
    const shop = await open();
    receiver.answerWith(410);
    await shop.sell();
    await until(async () => (await shop.webhook(admin)).status === 'disabled');
    receiver.answerWith(500);
    const test = () => admin.post(`${APPLICATIONS}${shop.id}/webhook/test/`, {});
    const [failed, sent] = [(await test()).body.data.id as string, (await shop.hears(2))[1]!.body.type];
    expect(sent).toBe('webhook.test');
    const statusOf = async (id: string) => (await shop.deliveries()).find((delivery) => delivery.id === id)?.status;
    await until(async () => (await statusOf(failed)) === 'failed');
    receiver.answerWith(204);
    const arrived = (await test()).body.data.id as string;
    await until(async () => (await statusOf(arrived)) === 'delivered');
    expect(await shop.webhook(admin)).toMatchObject({ status: 'disabled' });
  });
});
