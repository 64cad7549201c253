import { describe, expect, it } from '@jest/globals';
import { Housekeeping } from '#common/jobs/index.js';
import { useTestApp } from './support/use-test-app.js';
import { WebhookRows } from './support/webhook-rows.js';

const DAY = 24 * 60 * 60;
const TABLES = ['events', 'webhook_deliveries', 'webhook_attempts'];

/** Ids of an event and its delivery. */
interface Made {
  event: string;
  delivery: string;
}

const app = await useTestApp();
const rows = new WebhookRows(app);

describe('events and their deliveries', () => {
  const tidy = (): Promise<void> => app.nest.get(Housekeeping, { strict: false }).round();

  async function statusOf(deliveryId: string): Promise<string | undefined> {
    const [row] = await app.database.query<{ status: string }>('SELECT status FROM webhook_deliveries WHERE id = $1', [
      deliveryId,
    ]);
    return row?.status;
  }

  async function make(applicationId: string, days: number, status = 'delivered'): Promise<Made> {
    const event = await rows.event({ ago: days * DAY });
    const delivery = await rows.delivery(applicationId, event, status);
    await rows.attempts(delivery, [{ status_code: 500 }, { status_code: 200 }], days * DAY);
    return { event, delivery };
  }

  it('are kept for 30 days: nobody sees older ones or sends them again, while their week is still there', async () => {
    const fields = { webhookUrl: 'https://shop.example.com', webhookEvents: ['cart.updated'] };
    const { id } = await app.make.application(fields);
    const admin = await app.make.superAdmin();
    const [young, old] = [await make(id, 29.9), await make(id, 30.1)];
    for (const path of [`/admin/api/applications/${id}/deliveries/`, `/admin/api/deliveries/?application_id=${id}`]) {
      const { count, results } = (await admin.get(path)).body.data;
      expect([count, results.map((one: { id: string }) => one.id)]).toEqual([1, [young.delivery]]);
      const typed = `${path}${path.includes('?') ? '&' : '?'}event_type=cart.updated`;
      expect((await admin.get(typed)).body.data.count).toBe(1);
    }
    const path = (one: Made): string => `/admin/api/applications/${id}/deliveries/${one.delivery}/`;
    expect((await admin.get(path(young))).body.data).toMatchObject({ attempt_count: 2, attempts: [{}, {}] });
    expect((await admin.get(path(old))).status).toBe(404);
    expect((await admin.post(`${path(old)}redeliver/`)).status).toBe(404);
    expect((await admin.post(`${path(young)}redeliver/`)).status).toBe(200);
    const since = new Date(Date.now() - 30 * DAY * 1000 + 60_000).toISOString();
    const again = await admin.post(`/admin/api/applications/${id}/deliveries/redeliver/`, { since });
    expect(again.body.data.queued).toBe(1);
    expect([await statusOf(young.delivery), await statusOf(old.delivery)]).toEqual(['pending', 'delivered']);
  });

  it('are cancelled after that time if they still wait', async () => {
    const { id } = await app.make.application({ webhookUrl: 'https://shop.example.com', status: 'inactive' });
    const [young, old] = [await make(id, 1, 'pending'), await make(id, 31, 'pending')];
    await tidy();
    expect([await statusOf(young.delivery), await statusOf(old.delivery)]).toEqual(['pending', 'cancelled']);
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

  it('are dropped with their attempts once all of their week is past that', async () => {
    const { id } = await app.make.application({ webhookUrl: 'https://shop.example.com' });
    // As in a database whose partitions were all made by the service.
    for (const table of TABLES) {
      await app.database.query(`ALTER TABLE ${table} DETACH PARTITION ${table}_before`);
      await app.database.query(
        `SELECT make_time_partition($1::regclass, 'week', now() - make_interval(days => days)) FROM unnest('{0,7,38,45}'::integer[]) days`,
        [table],
      );
    }
    const made = [await make(id, 0), await make(id, 7), await make(id, 38), await make(id, 45)];
    await tidy();
    const found = [];
    for (const { event, delivery } of made) {
      const [row] = await app.database.query(
        `SELECT (SELECT count(*) FROM events WHERE id = $1) AS events, (SELECT count(*) FROM webhook_deliveries WHERE id = $2) AS deliveries,
                (SELECT count(*) FROM webhook_attempts WHERE delivery_id = $2) AS attempts`,
        [event, delivery],
      );
      found.push(row);
    }
    const [all, none] = [
      { events: 1, deliveries: 1, attempts: 2 },
      { events: 0, deliveries: 0, attempts: 0 },
    ];
    expect(found).toEqual([all, all, none, none]);
  });
});
