import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Housekeeping } from '../src/common/jobs/index.js';
import { startTestApp, type TestApp } from './support/start-test-app.js';
import { WebhookRows } from './support/webhook-rows.js';

const DAY = 24 * 60 * 60;

describe('events and their deliveries', () => {
  let app: TestApp;
  let rows: WebhookRows;

  beforeAll(async () => {
    app = await startTestApp();
    rows = new WebhookRows(app);
  });
  afterAll(() => app.stop());

  const tidy = (): Promise<void> => app.nest.get(Housekeeping, { strict: false }).round();

  async function statusOf(deliveryId: string): Promise<string | undefined> {
    const [row] = await app.database.query<{ status: string }>('SELECT status FROM webhook_deliveries WHERE id = $1', [
      deliveryId,
    ]);
    return row?.status;
  }

  it('are kept for 30 days, with their attempts', async () => {
    const shop = await app.make.application({
      webhookUrl: 'https://shop.example.com',
      webhookEvents: ['cart.updated'],
    });
    const make = async (days: number) => {
      const event = await rows.event({ ago: days * DAY });
      const delivery = await rows.delivery(shop.id, event, 'delivered');
      await rows.attempts(delivery, [{ status_code: 500 }, { status_code: 200 }]);
      return { event, delivery };
    };
    const [young, old] = [await make(29.9), await make(30.1)];
    await tidy();
    const events = await app.database.query<{ id: string }>('SELECT id FROM events WHERE id = ANY ($1)', [
      [young.event, old.event],
    ]);
    expect(events).toEqual([{ id: young.event }]);
    expect([await statusOf(young.delivery), await statusOf(old.delivery)]).toEqual(['delivered', undefined]);
    const attempts = await app.database.query('SELECT DISTINCT delivery_id FROM webhook_attempts');
    expect(attempts).toEqual([{ delivery_id: young.delivery }]);
  });

  it('that wait for a webhook which is no longer there are cancelled, those for another one are not', async () => {
    const waiting = async (fields: object) =>
      rows.delivery((await app.make.application(fields)).id, await rows.event());
    const webhookUrl = 'https://shop.example.com';
    const kept = await waiting({ webhookUrl });
    const inactive = await waiting({ webhookUrl, status: 'inactive' });
    const removed = await waiting({});
    const deleted = await waiting({ webhookUrl, deletedAt: new Date() });
    const disabled = await waiting({ webhookUrl, webhookDisabledAt: new Date(), webhookDisabledReason: 'gone' });
    await tidy();
    const statuses = await Promise.all([kept, inactive, removed, deleted, disabled].map(statusOf));
    expect(statuses).toEqual(['pending', 'pending', 'cancelled', 'cancelled', 'cancelled']);
  });
});
