import { Injectable, Module } from '@nestjs/common';
import { describe, expect, it, jest } from '@jest/globals';
import { BestEffortListener, type EventOf } from '#common/events/index.js';
import { bundleBody } from './support/bundles.js';
import { fakeOnly } from './support/clock.js';
import { useTestApp } from './support/use-test-app.js';

const heard: EventOf[] = [];

/** Writes down what it hears. */
@Injectable()
class Watcher {
  @BestEffortListener('*')
  hear(event: EventOf): void {
    heard.push(event);
  }
}

@Module({ providers: [Watcher] })
class WatcherModule {}

const app = await useTestApp({ extensions: [{ module: WatcherModule }] });
const member = await app.make.member();
const { id: product_id } = await app.make.catalogue.product();

describe('an event', () => {
  /** All events as they are stored, in the order of writing. */
  async function stored(): Promise<{ timestamp: string }[]> {
    const rows = await app.database.query<{ timestamp: Date }>(
      'SELECT id, type, timestamp, data FROM events ORDER BY sequence',
    );
    return rows.map((row) => ({ ...row, timestamp: row.timestamp.toISOString() }));
  }

  it('is told to listeners as it is stored, one by one and in bulk', async () => {
    const admin = await app.make.apiAdmin();
    await app.make.catalogue.productType();
    const before = (await stored()).length;
    heard.length = 0;
    await member.post('commerce/add-cart-item/', { product_id });
    const bundles = JSON.stringify([bundleBody('first'), bundleBody('second')]);
    const headers = { 'content-type': 'application/json' };
    expect((await admin.post('commerce/product/bulk/create/', bundles, { headers })).status).toBe(200);
    expect(heard.map(({ type }) => type)).toEqual(['cart.updated', 'bundle.created', 'bundle.created']);
    expect(heard).toEqual((await stored()).slice(before));
  });

  it('has the time of the database, which all instances share, however wrong the clock of an instance is', async () => {
    await member.post('commerce/add-cart-item/', { product_id });
    fakeOnly(['Date'], Date.now() - 60_000);
    try {
      expect((await member.post('commerce/add-cart-item/', { product_id })).status).toBe(200);
    } finally {
      jest.useRealTimers();
    }
    const [first, second] = (await stored()).slice(-2).map(({ timestamp }) => Date.parse(timestamp));
    expect(second).toBeGreaterThanOrEqual(first!);
  });
});
