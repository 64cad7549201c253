import { describe, expect, it } from '@jest/globals';
import { Database } from '#common/database/index.js';
import { setEventsOfExtensions } from '#common/events/event-types.js';
import { EventRecorder } from '#common/events/index.js';
import { until } from './support/until.js';
import { useReceiver, useTestApp } from './support/use-test-app.js';
import { DELIVERING, WebhookShop } from './support/webhook-shop.js';

const APPLICATIONS = '/admin/api/applications/';

const receiver = await useReceiver();
const app = await useTestApp({ config: DELIVERING });
const admin = await app.make.superAdmin();

describe('a webhook that lists all events', () => {
  const typesOf = (shop: WebhookShop): string[] => shop.received.map(({ body }) => body.type);

  it('is registered, shown and changed by a star', async () => {
    const registration = {
      name: 'Curious shop',
      api_version: 'v1',
      client_type: 'server',
      api_admin: { username: 'curious', email: 'curious@example.com' },
      webhook: { url: receiver.url('/curious'), events: ['*'] },
    };
    const { body } = await admin.post(APPLICATIONS, registration);
    expect(body).toMatchObject({ status_code: 200, data: { webhook: { events: ['*'] } } });
    const address = `${APPLICATIONS}${body.data.id}/`;
    const change = (events: string[]) => admin.patch(address, { webhook: { url: receiver.url('/curious'), events } });
    expect((await change(['order.placed'])).body.data.webhook.events).toEqual(['order.placed']);
    expect((await change(['*'])).body.data.webhook.events).toEqual(['*']);
    expect((await admin.get(`${address}webhook/`)).body.data.events).toEqual(['*']);
  });

  it.each([
    [['*', 'order.placed'], 'must hold nothing beside *: it means all'],
    [['order.placed', '*'], 'must hold nothing beside *: it means all'],
    [['*', '*'], 'must not repeat an entry'],
    [['order.*'], 'entry 1 is not a type of event'],
  ])('is refused as %j, and nothing changes', async (events, message) => {
    const shop = await WebhookShop.open(app, receiver, ['cart.updated']);
    const { body } = await admin.patch(`${APPLICATIONS}${shop.id}/`, { webhook: { url: receiver.url(), events } });
    expect(body).toMatchObject({ status_code: 400, errors: { webhook: [{ path: 'webhook.events', message }] } });
    expect(await shop.webhook(admin)).toMatchObject({ url: receiver.url(shop.path), events: ['cart.updated'] });
  });

  it('gets whatever happens, but of sessions and applications only what concerns it', async () => {
    const shop = await WebhookShop.open(app, receiver, ['*']);
    const other = await WebhookShop.open(app, receiver, []);
    await shop.sell();
    await shop.member.post('commerce/create-order/');
    await other.member.post('logout/');
    await admin.patch(`${APPLICATIONS}${other.id}/`, { rate_limit: 600 });
    await shop.member.post('logout/');
    await until(() => typesOf(shop).includes('session.ended'));
    await shop.settles('delivered');
    expect(typesOf(shop)).toEqual(expect.arrayContaining(['cart.updated', 'order.placed', 'session.ended']));
    const own = shop.received.filter(({ body }) => ['session.ended', 'application.updated'].includes(body.type));
    expect(new Set(own.map(({ body }) => body.data.application_id))).toEqual(new Set([shop.id]));
  });

  it('gets events of types that nobody knows yet', async () => {
    const shop = await WebhookShop.open(app, receiver, ['*']);
    const named = await WebhookShop.open(app, receiver, ['cart.updated']);
    const events = app.nest.get(EventRecorder, { strict: false });
    const db = app.nest.get(Database, { strict: false });
    const later = 'commission.paid' as 'cart.updated';
    const declaration = { aggregate: 'user', data: Object, summary: 'Later', description: 'Later' };
    setEventsOfExtensions(new Map([[later, declaration]]));
    await db.transaction((tx) => events.record(tx, later, 7, { amount: 12.5 } as never));
    const told = () => shop.received.find(({ body }) => body.type === 'commission.paid');
    await until(() => told() !== undefined);
    // Other events, of the member who was made before, may come after it: things have queues of their own.
    expect(told()!.body.data).toEqual({ amount: 12.5 });
    expect(await named.deliveries()).toEqual([]);
  });

  it('gets all of them again by a replay, but no test event', async () => {
    const shop = await WebhookShop.open(app, receiver, ['cart.updated']);
    const since = new Date(Date.now() - 1).toISOString();
    await shop.sell();
    await shop.member.post('commerce/create-order/');
    await admin.post(`${APPLICATIONS}${shop.id}/webhook/test/`);
    await shop.hears(2);
    await shop.settles('delivered');
    const webhook = { url: receiver.url(shop.path), events: ['*'] };
    await admin.patch(`${APPLICATIONS}${shop.id}/`, { webhook });
    await shop.hears(3);
    await shop.settles('delivered');
    const before = shop.received.length;
    const { body } = await admin.post(`${APPLICATIONS}${shop.id}/deliveries/redeliver/`, { since });
    await shop.hears(before + Number(body.data.queued));
    const again = typesOf(shop).slice(before);
    for (const type of ['cart.updated', 'order.placed', 'application.updated']) expect(again).toContain(type);
    expect(again).not.toContain('webhook.test');
  });
});
