import { expect, it } from '@jest/globals';
import { startTestApp, type Answer } from './support/start-test-app.js';

const DAY_MS = 86_400_000;

it('sending again queues 100,000 at once, in order, and says where to go on', async () => {
  const app = await startTestApp();
  const root = await app.make.superAdmin();
  const fields = { webhookUrl: 'http://127.0.0.1:9/hooks', webhookEvents: ['order.completed'] };
  const { id } = await app.make.application(fields);
  const redeliver = async (since: string): Promise<Answer['body']> =>
    (await root.post(`/admin/api/applications/${id}/deliveries/redeliver/`, { since })).body;
  await app.database.query(
    `INSERT INTO events (id, type, aggregate_type, aggregate_id, data, timestamp)
     SELECT gen_random_uuid(), 'order.completed', 'order', (n % 1000)::text, jsonb_build_object('id', n),
            date_trunc('milliseconds', now()) - interval '20 days' + make_interval(secs => n)
       FROM generate_series(1, 100003) n`,
  );
  await app.database.query(
    `INSERT INTO webhook_deliveries (id, application_id, event_id, event_at, status)
     SELECT gen_random_uuid(), $1, id, timestamp, 'delivered' FROM events WHERE type = 'order.completed' AND (data->>'id')::int % 2 = 0
      ORDER BY sequence DESC`,
    [id],
  );
  const first = await redeliver(new Date(Date.now() - 25 * DAY_MS).toISOString());
  expect(first).toMatchObject({ status_code: 200, data: { queued: 100_000, next_since: expect.any(String) } });
  const [{ wrong }] = (await app.database.query<{ wrong: number }>(
    `SELECT count(*) AS wrong FROM (
       SELECT e.sequence, lag(e.sequence) OVER (ORDER BY d.next_attempt_at, d.sequence) AS before
         FROM webhook_deliveries d JOIN events e ON e.id = d.event_id
        WHERE d.application_id = $1 AND d.status = 'pending') pairs WHERE sequence <= before`,
    [id],
  )) as [{ wrong: number }];
  expect(Number(wrong)).toBe(0);
  expect(await redeliver(first.data.next_since)).toMatchObject({ data: { queued: 3, next_since: null } });
  await app.stop();
});
