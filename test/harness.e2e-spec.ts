import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BestEffortListener, DurableListener, Hook, type EventOf, type HookPoints } from '../src/index.js';
import { startTestApp, type TestApp } from '../src/testing/index.js';

const seen: string[] = [];

/** Handlers that fail for what a test buys. */
@Injectable()
class Handlers {
  @Hook('cart.add')
  hook(_: EntityManager, { quantity }: HookPoints['cart.add']): void {
    if (quantity === 7) throw new Error('the hook is broken');
  }

  @BestEffortListener('cart.updated')
  async listen(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    seen.push('listener');
  }

  @BestEffortListener('wishlist.updated')
  fail(): void {
    throw new Error('the listener is broken');
  }

  @DurableListener('test.paid', 'order.paid')
  async pay({ data }: EventOf<'order.paid'>): Promise<void> {
    seen.push(`paid ${data.order_number}`);
  }

  @DurableListener('test.cancelled', 'order.cancelled')
  async cancel(): Promise<void> {
    throw new Error('the durable listener is broken');
  }
}

@Module({ providers: [Handlers] })
class HandlersModule {}

describe('the harness for extensions', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp({ extensions: [HandlersModule] });
  });
  afterAll(() => app.stop());

  it('waits for listeners, jobs and webhooks of what has happened', async () => {
    const webhooks = await app.webhooks('order.paid');
    const member = await app.make.member();
    const { order_number } = await app.make.paidOrder(member);
    await app.settled();
    expect(seen).toEqual(['listener', `paid ${order_number}`]);
    expect(webhooks.received.map(({ type, data }) => [type, data.order_number])).toEqual([
      ['order.paid', order_number],
    ]);
  });

  it('fails the test whose request a hook has failed, with the error of the hook', async () => {
    const member = await app.make.member();
    const { id } = await app.make.catalogue.product();
    const request = member.post('commerce/add-cart-item/', { product_id: id, quantity: 7 });
    await expect(request).rejects.toThrow(/the hook is broken\n.*harness\.e2e-spec/s);
  });

  it('fails the test that waits for a listener that has failed', async () => {
    const member = await app.make.member();
    const { id } = await app.make.catalogue.product();
    const listened = async (): Promise<void> => {
      await member.post('commerce/wishlist-add/', { product_id: id });
      await app.settled();
    };
    await expect(listened()).rejects.toThrow('the listener is broken');
  });

  it('fails the test whose durable listener has failed, instead of waiting until it is tried again', async () => {
    const member = await app.make.member();
    const { order_id } = await app.make.paidOrder(member);
    const admin = await app.make.apiAdmin(member.application!);
    const cancelled = async (): Promise<void> => {
      await admin.post('commerce/order-status/', { order_id, status: 'cancelled' });
      await app.settled();
    };
    await expect(cancelled()).rejects.toThrow('the durable listener is broken');
    // It is tried again while other tests run.
    app.failures.expect(/the durable listener is broken/);
  });

  it('lets a test provoke a failure', async () => {
    app.failures.expect(/the hook is broken/);
    const member = await app.make.member();
    const { id } = await app.make.catalogue.product();
    const { status } = await member.post('commerce/add-cart-item/', { product_id: id, quantity: 7 });
    expect(status).toBe(500);
  });

  it('closes the receivers of webhooks when it stops, also after a failure that no test was told of', async () => {
    const other = await startTestApp({ extensions: [HandlersModule] });
    const { url } = await other.webhooks();
    other.failures.write(JSON.stringify({ level: 'error', msg: 'a job is broken' }));
    await expect(other.stop()).rejects.toThrow('a handler, an endpoint or a job has failed');
    await expect(fetch(url, { method: 'POST', body: '{}' })).rejects.toThrow('fetch failed');
  });
});

describe('the time of the harness', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.stop());

  it('moves the clocks of the service and of its database, and keeps clients logged in', async () => {
    const member = await app.make.member();
    await app.moveClock('2031-05-01T00:00:00Z');
    expect(new Date().getFullYear()).toBe(2031);
    expect(new Date(0).getTime()).toBe(0);
    const { order_id } = await app.make.paidOrder(member);
    const { paid_at } = (await member.get(`commerce/orders/${order_id}/`)).body.data;
    expect(paid_at).toMatch(/^2031-05-01T00:0/);
    await app.moveClock(undefined);
    expect(new Date().getFullYear()).toBeLessThan(2031);
  });

  it('posts the period that the clock is in, and goes on in the next one', async () => {
    const sponsor = await app.make.member();
    const member = await app.make.memberBelow(sponsor);
    const product = await app.make.catalogue.product({ businessVolume: '100' });
    const { order_id } = await app.make.paidOrder(member, { product });
    const thisMonth = new Date().toISOString().slice(0, 7);
    const first = await app.postPeriod({ bonuses: [{ id: 'up', type: 'unilevel', percents: { member: [10] } }] });
    expect(first.period).toBe(thisMonth);
    expect(first.lines).toMatchObject([{ uid: sponsor.user.uid, source_uid: member.user.uid, amount: 10 }]);
    expect(await first.explain(sponsor)).toMatchObject({ earned: 10 });

    const root = await app.make.superAdmin();
    expect((await root.patch(`/admin/api/orders/${order_id}/`, { status: 'cancelled' })).status).toBe(200);
    const second = await app.postPeriod();
    expect(second.period > thisMonth).toBe(true);
    expect(second.lines).toMatchObject([{ uid: sponsor.user.uid, bonus: 'clawback', amount: -10 }]);
  });
});
