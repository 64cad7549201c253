import { describe, expect, it, jest } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '#common/database/index.js';
import { AppError } from '#common/errors/app-error.js';
import { Hook, type HookPoints } from '#common/events/index.js';
import { until } from './support/until.js';
import { useReceiver, useTestApp } from './support/use-test-app.js';
import { DELIVERING, WebhookShop } from './support/webhook-shop.js';

const APPLICATIONS = '/admin/api/applications/';
const REFUSED = 13;

@Injectable()
class Refusal {
  @Hook('cart.add')
  refuse(_: EntityManager, { quantity }: HookPoints['cart.add']): void {
    if (quantity === REFUSED) throw new AppError('CONFLICT', 'an unlucky number');
  }
}

@Module({ providers: [Refusal] })
class RefusalModule {}

const receiver = await useReceiver();
const app = await useTestApp({ config: DELIVERING, extensions: [RefusalModule] });
const admin = await app.make.superAdmin();

function open(events?: string[], fields?: Parameters<typeof WebhookShop.open>[3]): Promise<WebhookShop> {
  return WebhookShop.open(app, receiver, events, fields);
}

describe('the message', () => {
  it('is what the event tells, signed so that the library of Standard Webhooks verifies it', async () => {
    const shop = await open();
    await shop.sell();
    const [received] = await shop.hears();
    const [event] = await app.database.query(`SELECT id, type, data FROM events ORDER BY sequence DESC LIMIT 1`);
    expect(await shop.verified(admin, received!)).toEqual({ ...event, timestamp: expect.any(String) });
    expect(new Date(received!.body.timestamp).toISOString()).toBe(received!.body.timestamp);
    expect(received!.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': expect.stringMatching(/^commerce-api-webhooks\//),
      'webhook-id': received!.body.id,
    });
  });

  it('carries numbers with all their digits', async () => {
    const shop = await open();
    const { id: product_id } = await app.make.catalogue.product({ price: '9999999999.9999' });
    await shop.member.post('commerce/add-cart-item/', { product_id, quantity: 9999 });
    const [received] = await shop.hears();
    expect(received!.text).toContain('"price": 99989999999999.0001');
  });

  it('is refused by the library when a byte of it changes', async () => {
    const shop = await open();
    await shop.sell();
    const [received] = await shop.hears();
    const changed = { ...received!, text: received!.text.replace('"added"', '"addee"') };
    await expect(shop.verified(admin, changed)).rejects.toThrow('No matching signature');
  });
});

describe('a change', () => {
  it('that is rolled back is told to nobody, even when its event has long been written', async () => {
    const shop = await open();
    await app.database.query(
      `CREATE FUNCTION fail_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$`,
    );
    await app.database.query(
      `CREATE CONSTRAINT TRIGGER fail_at_commit AFTER INSERT ON webhook_deliveries DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION fail_at_commit()`,
    );
    expect((await shop.sell()).status).toBe(500);
    await app.database.query('DROP FUNCTION fail_at_commit CASCADE');
    await shop.sell();
    await shop.hears();
    expect(await shop.settles('delivered')).toHaveLength(1);
    expect(shop.received).toHaveLength(1);
  });

  it('that a hook refuses is told to nobody', async () => {
    const shop = await open();
    const { id: product_id } = await app.make.catalogue.product();
    expect((await shop.member.post('commerce/add-cart-item/', { product_id, quantity: REFUSED })).status).toBe(409);
    await shop.sell();
    await shop.hears();
    expect(await shop.settles('delivered')).toHaveLength(1);
  });

  it('that an Idempotency-Key repeats is told once', async () => {
    const shop = await open();
    const { id: product_id } = await app.make.catalogue.product();
    const send = () =>
      shop.member.post('commerce/add-cart-item/', { product_id }, { headers: { 'idempotency-key': shop.id } });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    await shop.hears();
    expect(await shop.settles('delivered')).toHaveLength(1);
  });

  it('[6 configuration per application: webhook] is told to each application that listens, and to no other', async () => {
    const [first, second, other] = await Promise.all([open(), open(), open(['order.placed'])]);
    await first.sell();
    const [[one], [two]] = await Promise.all([first.hears(), second.hears()]);
    expect(one!.body).toEqual(two!.body);
    expect(await other.deliveries()).toEqual([]);
  });

  it('that nobody listens to costs no statement, and one that many listen to costs one', async () => {
    const shops = [await open(['wishlist.updated']), await open(['wishlist.updated'])];
    const { id: product_id } = await app.make.catalogue.product();
    const webhookStatements = async (change: () => Promise<unknown>): Promise<string[]> => {
      const spies = [jest.spyOn(Database.prototype, 'query'), jest.spyOn(Database.prototype, 'send')];
      await change();
      const calls = spies.flatMap((spy) => spy.mock.calls);
      const names = calls.filter(([tx]) => tx !== null).map(([, { name }]) => name);
      for (const spy of spies) spy.mockRestore();
      expect(names).toContain('events.insert');
      return names.filter((name) => name.startsWith('webhook'));
    };
    // Who listens is known again soon after it has changed.
    await until(async () => expect(await webhookStatements(() => app.make.user())).toEqual([]));
    const wish = () => shops[0]!.member.post('commerce/wishlist-add', { product_id });
    expect(await webhookStatements(wish)).toEqual(['webhook-outbox.fan-out']);
    for (const shop of shops) await shop.hears();
  });
});

describe('an application', () => {
  it('is told of the ends of its own sessions and of its own changes, of no other’s', async () => {
    const [own, other] = [
      await open(['session.ended', 'application.updated']),
      await open(['session.ended', 'application.updated']),
    ];
    await own.member.post('logout/');
    await admin.patch(`${APPLICATIONS}${own.id}/`, { rate_limit: 600 });
    await own.hears(2);
    await other.member.post('logout/');
    await other.hears();
    expect(own.received.map(({ body }) => [body.type, body.data.application_id]).sort()).toEqual([
      ['application.updated', own.id],
      ['session.ended', own.id],
    ]);
    expect(other.received.map(({ body }) => [body.type, body.data.application_id])).toEqual([
      ['session.ended', other.id],
    ]);
  });

  it('is told of the very change by which it begins to listen', async () => {
    const shop = await open([], { webhookUrl: null });
    const webhook = { url: receiver.url(shop.path), events: ['application.updated', 'cart.updated'] };
    await admin.patch(`${APPLICATIONS}${shop.id}/`, { webhook });
    const [received] = await shop.hears();
    expect(received!.body).toMatchObject({ type: 'application.updated', data: { changed: ['webhook'] } });
  });

  it('that is inactive is told once it is active again, and in maintenance at once', async () => {
    const shop = await open();
    const stranger = await app.make.member();
    await admin.patch(`${APPLICATIONS}${shop.id}/`, { status: 'inactive' });
    await shop.sell(stranger);
    const other = await open();
    await shop.sell(stranger);
    await other.hears();
    expect(await shop.deliveries()).toMatchObject([
      { status: 'pending', tries: 0 },
      { status: 'pending', tries: 0 },
    ]);
    await admin.patch(`${APPLICATIONS}${shop.id}/`, { status: 'maintenance' });
    await shop.hears(2);
    expect(await shop.settles('delivered')).toHaveLength(2);
  });

  it('is told of the changes of a cart before it is told of the order that the cart became', async () => {
    const types = ['cart.updated', 'order.placed'];
    const shop = await open(types);
    const stranger = await app.make.member();
    await admin.patch(`${APPLICATIONS}${shop.id}/`, { status: 'inactive' });
    for (let i = 0; i < 3; i += 1) await shop.sell(stranger);
    expect((await stranger.post('commerce/create-order/')).status).toBe(200);
    // Only waiting for each answer keeps the order.
    receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), 20);
    await admin.patch(`${APPLICATIONS}${shop.id}/`, { status: 'active' });
    await shop.settles('delivered');
    const [cart, order] = types;
    expect(shop.received.map(({ body }) => body.type)).toEqual([cart, cart, cart, order]);
  });

  it('that loses its webhook is sent nothing more, not even what waits', async () => {
    const shop = await open();
    receiver.answerWith(503);
    await shop.sell();
    await shop.delivery(1);
    receiver.answerWith(204);
    await admin.patch(`${APPLICATIONS}${shop.id}/`, { webhook: null });
    expect(await shop.deliveries()).toMatchObject([{ status: 'cancelled' }]);
    await shop.sell(await app.make.member());
    expect(await shop.deliveries()).toHaveLength(1);
  });

  it('that is deleted is sent nothing more', async () => {
    const shop = await open();
    receiver.answerWith(503);
    await shop.sell();
    await shop.delivery(1);
    await admin.delete(`${APPLICATIONS}${shop.id}/`);
    expect(await shop.deliveries()).toMatchObject([{ status: 'cancelled' }]);
  });

  it('that moves its webhook hears there of what waits', async () => {
    const shop = await open();
    receiver.answerWith(503);
    await shop.sell();
    await shop.delivery(1);
    receiver.answerWith(204);
    const webhook = { url: receiver.url(`${shop.path}/new`), events: ['cart.updated'] };
    await admin.patch(`${APPLICATIONS}${shop.id}/`, { webhook });
    await shop.passTime();
    await until(() => receiver.at(`${shop.path}/new`).length === 1);
    expect(receiver.at(`${shop.path}/new`)[0]!.body).toEqual(shop.received[0]!.body);
  });
});
