import { beforeEach, describe, expect, it } from '@jest/globals';
import { auditOf } from './support/catalogue.js';
import { startTestApp, type Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';
import { queueMany } from './support/webhook-queue-rows.js';
import { WebhookRows } from './support/webhook-rows.js';

const UNKNOWN = '0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47';
const DAY = 86_400;

const app = await useTestApp();
const root = await app.make.superAdmin();
const rows = new WebhookRows(app);

/** An application with a webhook; returns its id. */
async function listener(webhookEvents = ['cart.updated']): Promise<string> {
  return (await app.make.application({ webhookUrl: 'http://127.0.0.1:9/hooks', webhookEvents })).id;
}

const path = (id: string, rest = ''): string => `/admin/api/applications/${id}/deliveries/${rest}`;
const secondsAgo = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString();

describe('the list of deliveries', () => {
  it('is newest first, with the number of attempts and how the last one went', async () => {
    const id = await listener();
    const [first, second] = [await rows.event(), await rows.event()];
    const waiting = await rows.delivery(id, first);
    await rows.attempts(waiting, [{ error: 'connection refused' }, { status_code: 503, response: 'later' }]);
    const fresh = await rows.delivery(id, second, 'delivered');
    const { data } = (await root.get(path(id))).body;
    expect(data).toMatchObject({ count: 2, previous: null, next: null });
    expect(data.results).toEqual([
      {
        id: fresh,
        event_id: second,
        event_type: 'cart.updated',
        status: 'delivered',
        attempt_count: 0,
        last_attempt: null,
        next_attempt_at: null,
        created_at: expect.any(String),
        finished_at: expect.any(String),
      },
      {
        id: waiting,
        event_id: first,
        event_type: 'cart.updated',
        status: 'pending',
        attempt_count: 2,
        last_attempt: { number: 2, started_at: expect.any(String), duration_ms: 12, status_code: 503, error: null },
        next_attempt_at: expect.any(String),
        created_at: expect.any(String),
        finished_at: null,
      },
    ]);
  });

  it('is paged, filtered by status and type, and searched by the type or the id of the event', async () => {
    const id = await listener();
    const carts = [await rows.event(), await rows.event()];
    const order = await rows.event({ type: 'order.placed' });
    for (const event of carts) await rows.delivery(id, event, 'failed');
    await rows.delivery(id, order, 'delivered');
    const found = async (query: string): Promise<string[]> =>
      (await root.get(path(id, `?${query}`))).body.data.results.map((one: { event_id: string }) => one.event_id);
    expect(await found('status=failed')).toEqual([carts[1], carts[0]]);
    expect(await found('event_type=order.placed')).toEqual([order]);
    expect(await found('status=failed&event_type=order.placed')).toEqual([]);
    expect(await found('search=ORDER.pl')).toEqual([order]);
    expect(await found(`search=${carts[0]!.slice(0, 16).toUpperCase()}`)).toEqual([carts[0]]);
    expect(await found('search=%25')).toEqual([]);
    const { data } = (await root.get(path(id, '?limit=1&offset=1&status=failed'))).body;
    const link = `http://localhost:3000${path(id)}?limit=1&offset=0&status=failed`;
    expect(data).toMatchObject({ count: 2, previous: link, next: null, results: [{ event_id: carts[0] }] });
  });

  it.each(['status=lost', 'event_type=cart.lost', 'limit=101'])('refuses %s', async (query) => {
    expect((await root.get(path(await listener(), `?${query}`))).body).toMatchObject({
      status_code: 400,
      type: 'Validation Error',
    });
  });

  it('can be read of an application whose webhook was removed', async () => {
    const { id } = await app.make.application();
    await rows.delivery(id, await rows.event(), 'cancelled');
    expect((await root.get(path(id))).body.data.count).toBe(1);
  });
});

describe('the list of deliveries to all applications', () => {
  const ALL = '/admin/api/deliveries/';
  const found = async (query: string): Promise<string[]> =>
    (await root.get(`${ALL}?${query}`)).body.data.results.map(({ id }: { id: string }) => id);

  beforeEach(() => app.database.query('DELETE FROM webhook_deliveries'));

  it('is newest first, each with its application and otherwise as in the list of that one', async () => {
    const shop = await app.make.application({ name: 'Shop of all', webhookUrl: 'http://127.0.0.1:9/hooks' });
    const [id, other] = [shop.id, await listener()];
    const first = await rows.delivery(id, await rows.event(), 'failed');
    await rows.attempts(first, [{ error: 'connection refused' }]);
    const second = await rows.delivery(other, await rows.event());
    const { data } = (await root.get(ALL)).body;
    expect(data).toMatchObject({ count: 2, previous: null, next: null });
    expect(data.results.map((one: { id: string }) => one.id)).toEqual([second, first]);
    const [own] = (await root.get(path(id))).body.data.results;
    expect(data.results[1]).toEqual({ ...own, application: { id, name: 'Shop of all' } });
  });

  it('is paged, filtered by application, status and type, and searched', async () => {
    const [id, other] = [await listener(), await listener()];
    const order = await rows.event({ type: 'order.placed' });
    const failed = [await rows.delivery(id, await rows.event(), 'failed'), await rows.delivery(other, order, 'failed')];
    const delivered = await rows.delivery(id, await rows.event(), 'delivered');
    expect(await found('status=failed')).toEqual([failed[1], failed[0]]);
    expect(await found(`application_id=${id}`)).toEqual([delivered, failed[0]]);
    expect(await found(`status=failed&application_id=${id}`)).toEqual([failed[0]]);
    expect(await found('event_type=order.placed')).toEqual([failed[1]]);
    expect(await found(`search=${order}`)).toEqual([failed[1]]);
    expect((await root.get(`${ALL}?event_type=order.placed`)).body.data.count).toBe(1);
    const { data } = (await root.get(`${ALL}?status=failed&limit=1`)).body;
    const next = `http://localhost:3000${ALL}?status=failed&limit=1&offset=1`;
    expect(data).toMatchObject({ count: 2, previous: null, results: [{ id: failed[1] }] });
    expect(new URL(data.next).searchParams).toEqual(new URL(next).searchParams);
  });

  it('counts what was given up since a time, though it was made before, and what has been waiting since then', async () => {
    const id = await listener();
    const make = async (status: string, { made, finished }: { made: number; finished?: number }): Promise<string> => {
      const delivery = await rows.delivery(id, await rows.event(), status);
      await app.database.query('UPDATE webhook_deliveries SET created_at = $2, finished_at = $3 WHERE id = $1', [
        delivery,
        secondsAgo(made),
        finished === undefined ? null : secondsAgo(finished),
      ]);
      return delivery;
    };
    const late = await make('failed', { made: 3 * DAY, finished: 60 });
    await make('failed', { made: 4 * DAY, finished: DAY + 60 });
    const waiting = await make('pending', { made: 120 });
    await make('pending', { made: 2 * DAY });
    const since = encodeURIComponent(secondsAgo(DAY));
    expect((await root.get(`${ALL}?status=failed&since=${since}`)).body.data).toMatchObject({
      count: 1,
      results: [{ id: late }],
    });
    expect(await found(`since=${since}`)).toEqual([waiting, late]);
  });

  it('takes a date for its midnight in UTC, wherever the database is', async () => {
    const delivery = await rows.delivery(await listener(), await rows.event(), 'failed');
    await app.database.query("UPDATE webhook_deliveries SET finished_at = '2026-11-20T23:59:59Z' WHERE id = $1", [
      delivery,
    ]);
    const setZone = (to: string): Promise<unknown> =>
      app.database.query(
        `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET timezone TO %L', current_database(), '${to}'); END $$`,
      );
    await setZone('Asia/Tokyo');
    const other = await startTestApp({ sharing: app });
    try {
      const count = async (since: string): Promise<number> =>
        (await other.send('GET', `${ALL}?since=${since}`, { headers: root.headers })).body.data.count;
      expect([await count('2026-11-20'), await count('2026-11-21')]).toEqual([1, 0]);
    } finally {
      await other.stop();
      await setZone('UTC');
    }
  });

  it.each(['2026-11-21T08:30:00%2B23:59', '0001-01-01', '9999-12-31'])('takes the time %s', async (since) => {
    expect((await root.get(`${ALL}?since=${since}`)).body).toMatchObject({ status_code: 200 });
  });

  it.each(['status=lost', 'event_type=cart.lost', 'since=yesterday', 'since=0000-01-01', 'limit=101'])(
    'refuses %s',
    async (query) => {
      expect((await root.get(`${ALL}?${query}`)).body).toMatchObject({ status_code: 400, type: 'Validation Error' });
    },
  );

  it.each([UNKNOWN, 'nonsense'])('is 404 for an application that does not exist: %s', async (id) => {
    expect((await root.get(`${ALL}?application_id=${id}`)).body).toMatchObject({
      status_code: 404,
      message: 'application not found',
    });
  });
});

describe('a delivery', () => {
  it('has its attempts in their order, and what is sent, digit for digit', async () => {
    const id = await listener();
    const event = await rows.event({ data: { cart_id: 7, price: 49.9 } });
    await app.database.query(`UPDATE events SET data = '{"price": 12345678901234567.8901}' WHERE id = $1`, [event]);
    const delivery = await rows.delivery(id, event, 'failed');
    await rows.attempts(delivery, [{ error: 'timed out' }, { status_code: 500, response: 'oops' }]);
    const answer = await root.get(path(id, `${delivery}/`));
    const common = { started_at: expect.any(String), duration_ms: 12 };
    expect(answer.body.data).toMatchObject({
      id: delivery,
      status: 'failed',
      attempt_count: 2,
      attempts: [
        { ...common, number: 1, status_code: null, error: 'timed out', response: null },
        { ...common, number: 2, status_code: 500, error: null, response: 'oops' },
      ],
      payload: { id: event, type: 'cart.updated', timestamp: expect.any(String) },
    });
    expect(answer.text).toContain('"data":{"price":12345678901234567.8901}');
  });

  it('shows the last 100 attempts', async () => {
    const id = await listener();
    const delivery = await rows.delivery(id, await rows.event());
    await rows.attempts(
      delivery,
      Array.from({ length: 103 }, () => ({ status_code: 500 })),
    );
    const { attempt_count, attempts } = (await root.get(path(id, `${delivery}/`))).body.data;
    expect(attempt_count).toBe(103);
    expect([attempts.length, attempts[0].number, attempts[99].number]).toEqual([100, 4, 103]);
  });

  it('of another application is 404, to read and to send again, as is one that does not exist', async () => {
    const id = await listener();
    const foreign = await rows.delivery(await listener(), await rows.event(), 'failed');
    for (const delivery of [foreign, UNKNOWN, 'nonsense', '1']) {
      for (const answer of [
        await root.get(path(id, `${delivery}/`)),
        await root.post(path(id, `${delivery}/redeliver/`)),
      ]) {
        expect(answer.body).toMatchObject({ status_code: 404, message: 'delivery not found' });
      }
    }
    const [row] = await app.database.query('SELECT status FROM webhook_deliveries WHERE id = $1', [foreign]);
    expect(row).toEqual({ status: 'failed' });
  });
});

describe('sending one again', () => {
  it.each(['pending', 'delivered', 'failed', 'cancelled'])(
    'queues a %s one for now, from the start',
    async (status) => {
      const id = await listener();
      const event = await rows.event();
      const delivery = await rows.delivery(id, event, status);
      expect(await rows.queue(id)).toEqual([]);
      const { data } = (await root.post(path(id, `${delivery}/redeliver/`))).body;
      expect(data).toMatchObject({ id: delivery, event_id: event, status: 'pending', finished_at: null });
      expect(await rows.queue(id)).toEqual([event]);
    },
  );

  it('is audited', async () => {
    const id = await listener();
    const delivery = await rows.delivery(id, await rows.event(), 'failed');
    await root.post(path(id, `${delivery}/redeliver/`));
    expect((await auditOf(app, root.user.uid)).at(-1)).toMatchObject({
      action: 'webhook_delivery.redeliver',
      entity_id: delivery,
      before: { status: 'failed' },
      after: { status: 'pending', application_id: id },
    });
  });
});

describe('sending all since a time again', () => {
  const since = (id: string, seconds: number, fields: object = {}): Promise<Answer> =>
    root.post(path(id, 'redeliver/'), { since: secondsAgo(seconds), ...fields });

  it('queues what happened since then, whatever happened to it, and what was never sent', async () => {
    const type = 'bundle.created';
    const id = await listener([type]);
    const early = await rows.event({ type, ago: 5000 });
    await rows.delivery(id, early, 'failed');
    const events: string[] = [];
    for (const [index, status] of ['delivered', 'failed', undefined, 'cancelled', 'pending'].entries()) {
      const event = await rows.event({ type, ago: 4000 - index });
      if (status !== undefined) await rows.delivery(id, event, status);
      events.push(event);
    }
    expect((await since(id, 4500)).body.data).toEqual({ queued: 5, next_since: null });
    expect(await rows.queue(id)).toEqual(events);
  });

  it('leaves out what was delivered when only failures are asked for', async () => {
    const type = 'wishlist.updated';
    const id = await listener([type]);
    const all = [
      await rows.event({ type, ago: 4000 }),
      await rows.event({ type, ago: 3900 }),
      await rows.event({ type, ago: 3800 }),
    ];
    await rows.delivery(id, all[0]!, 'delivered');
    await rows.delivery(id, all[2]!, 'failed');
    expect((await since(id, 4500, { failed_only: true })).body.data.queued).toBe(2);
    expect(await rows.queue(id)).toEqual([all[1], all[2]]);
  });

  it('keeps the order of the events, though the earlier of two was missed and the later sent', async () => {
    const id = await listener(['bundle.updated']);
    const [missed, sent] = [await rows.event({ type: 'bundle.updated' }), await rows.event({ type: 'bundle.updated' })];
    await rows.delivery(id, sent, 'delivered');
    await since(id, 600);
    expect(await rows.queue(id)).toEqual([missed, sent]);
  });

  it('sends only what the webhook lists, and of sessions and applications only what concerns it', async () => {
    const id = await listener(['user.created', 'session.ended', 'application.updated']);
    const own = { application_id: id };
    const other = { application_id: await listener() };
    const told = [
      await rows.event({ type: 'user.created', data: other }),
      await rows.event({ type: 'session.ended', data: own }),
      await rows.event({ type: 'application.updated', data: own }),
    ];
    await rows.event({ type: 'session.ended', data: other });
    await rows.event({ type: 'application.updated', data: other });
    const unlisted = await rows.event({ type: 'order.paid', data: own });
    await rows.delivery(id, unlisted, 'failed');
    await since(id, 600);
    expect(await rows.queue(id)).toEqual(expect.arrayContaining(told));
    const others = await app.database.query<{ type: string; data: { application_id: string } }>(
      'SELECT type, data FROM events WHERE id = ANY ($1)',
      [await rows.queue(id)],
    );
    expect(others.filter(({ type, data }) => type !== 'user.created' && data.application_id !== id)).toEqual([]);
  });

  it('sends no secret again, neither so nor alone', async () => {
    const type = 'account.password_reset_requested';
    const id = await listener([type]);
    const event = await rows.event({ type, data: { application_id: id, token: 'a token' } });
    const delivery = await rows.delivery(id, event, 'failed');
    expect((await since(id, 600)).body.data.queued).toBe(0);
    const { body } = await root.post(path(id, `${delivery}/redeliver/`));
    expect([body.status_code, body.message]).toEqual([409, 'this event has a secret and is not sent again']);
    expect(await rows.queue(id)).toEqual([]);
  });

  it('leaves the deliveries of other applications alone', async () => {
    const [id, other] = [await listener(['order.cancelled']), await listener(['order.cancelled'])];
    const event = await rows.event({ type: 'order.cancelled' });
    await rows.delivery(other, event, 'failed');
    expect((await since(id, 600)).body.data.queued).toBe(1);
    expect(await rows.queue(other)).toEqual([]);
  });

  it('is audited', async () => {
    const id = await listener([]);
    const from = secondsAgo(60);
    await root.post(path(id, 'redeliver/'), { since: from, failed_only: true });
    expect((await auditOf(app, root.user.uid)).at(-1)).toMatchObject({
      action: 'webhook_delivery.redeliver_since',
      entity_id: id,
      after: { since: from, failed_only: true, queued: 0, next_since: null },
    });
  });

  it.each([
    ['without a time', {}, 'is required'],
    ['with a time that is none', { since: 'yesterday' }, expect.stringContaining('ISO 8601')],
    ['from further back than 30 days', { since: secondsAgo(31 * DAY) }, 'must be at most 30 days ago'],
    ['from the future', { since: secondsAgo(-DAY) }, 'must not be in the future'],
  ])('is refused %s', async (_, payload, message) => {
    const { body } = await root.post(path(await listener(), 'redeliver/'), payload);
    expect(body).toMatchObject({ status_code: 400, type: 'Validation Error', errors: { since: [{ message }] } });
  });
});

describe('the log and sending again', () => {
  it('are 404 for an application that does not exist', async () => {
    for (const id of [UNKNOWN, 'nonsense']) {
      for (const answer of [
        await root.get(path(id)),
        await root.get(path(id, `${UNKNOWN}/`)),
        await root.post(path(id, `${UNKNOWN}/redeliver/`)),
        await root.post(path(id, 'redeliver/'), { since: secondsAgo(60) }),
      ]) {
        expect(answer.body).toMatchObject({ status_code: 404, message: 'application not found' });
      }
    }
  });

  it.each([
    ['the webhook is disabled; enable it first', { webhookUrl: 'http://127.0.0.1:9/', webhookDisabledAt: new Date() }],
    ['the application has no webhook', { webhookUrl: null }],
  ])('are refused, to send again, while %s', async (message, fields) => {
    const { id } = await app.make.application({ ...fields, webhookEvents: ['cart.updated'] });
    const delivery = await rows.delivery(id, await rows.event(), 'cancelled');
    for (const answer of [
      await root.post(path(id, `${delivery}/redeliver/`)),
      await root.post(path(id, 'redeliver/'), { since: secondsAgo(60) }),
    ]) {
      expect(answer.body).toMatchObject({ status_code: 409, type: 'Conflict', message });
    }
    expect(await rows.queue(id)).toEqual([]);
  });
});

describe('sending deliveries to all applications again', () => {
  const ALL = '/admin/api/deliveries/redeliver/';
  const again = async (body: object): Promise<Answer['body']> => (await root.post(ALL, body)).body.data;
  const states = async (ids: string[]): Promise<string[]> => {
    const sql = 'SELECT status FROM webhook_deliveries WHERE id = ANY ($1) ORDER BY array_position($1, id)';
    return (await app.database.query<{ status: string }>(sql, [ids])).map(({ status }) => status);
  };

  beforeEach(() => app.database.query('DELETE FROM webhook_deliveries'));

  it('counts first, and then queues what matches, audited', async () => {
    const [one, other] = [await listener(), await listener()];
    const failed = [await rows.delivery(one, await rows.event(), 'failed')];
    failed.push(await rows.delivery(other, await rows.event({ type: 'order.placed' }), 'failed'));
    const delivered = await rows.delivery(one, await rows.event(), 'delivered');
    const all = [...failed, delivered];
    expect(await again({ status: 'failed', dry_run: true })).toEqual({ queued: 2, left: 0, left_out: 0 });
    expect(await states(all)).toEqual(['failed', 'failed', 'delivered']);
    const narrow = { status: 'failed', application_id: one, event_type: 'cart.updated' };
    expect(await again(narrow)).toEqual({ queued: 1, left: 0, left_out: 0 });
    expect((await auditOf(app, root.user.uid)).at(-1)).toMatchObject({
      action: 'webhook_delivery.redeliver_all',
      after: { ...narrow, queued: 1 },
    });
    expect(await again({ status: 'failed', search: 'order.pl' })).toMatchObject({ queued: 1 });
    expect((await states(all)).at(-1)).toBe('delivered');
  });

  it('is narrowed by when a delivery was over', async () => {
    await rows.delivery(await listener(), await rows.event(), 'failed');
    expect(await again({ status: 'failed', until: secondsAgo(DAY), dry_run: true })).toMatchObject({ queued: 0 });
    expect(await again({ status: 'failed', since: secondsAgo(DAY), dry_run: true })).toMatchObject({ queued: 1 });
  });

  it('leaves out webhooks that are disabled or removed, and says so', async () => {
    const [off, gone] = [await listener(), (await app.make.application()).id];
    await app.database.query('UPDATE applications SET webhook_disabled_at = now() WHERE id = $1', [off]);
    for (const id of [off, gone]) await rows.delivery(id, await rows.event(), 'failed');
    expect(await again({ status: 'failed' })).toEqual({ queued: 0, left: 0, left_out: 2 });
  });

  it('leaves out events with a secret, which may be meant for a former address', async () => {
    const event = await rows.event({ type: 'account.confirmation_requested' });
    const kept = await rows.delivery(await listener(), event, 'failed');
    expect(await again({ status: 'failed' })).toEqual({ queued: 0, left: 0, left_out: 1 });
    expect(await states([kept])).toEqual(['failed']);
  });

  it('queues 10,000 at once, and says how many are left', async () => {
    const id = await listener();
    await queueMany(app, id, { count: 10_003, wait: 3600 });
    await app.database.query(`UPDATE webhook_deliveries SET status = 'failed', finished_at = now()`);
    const failed = { status: 'failed', application_id: id };
    expect(await again({ ...failed, dry_run: true })).toEqual({ queued: 10_000, left: 3, left_out: 0 });
    expect(await again(failed)).toEqual({ queued: 10_000, left: 3, left_out: 0 });
    expect(await again(failed)).toEqual({ queued: 3, left: 0, left_out: 0 });
  });

  it('leaves out what waits for a later attempt', async () => {
    const id = await listener();
    const waits = await rows.delivery(id, await rows.event());
    await rows.delivery(id, await rows.event());
    await app.database.query(
      `UPDATE webhook_deliveries SET next_attempt_at = now() + interval '1 hour' WHERE id = $1`,
      [waits],
    );
    await app.database.query(
      `UPDATE webhook_deliveries SET next_attempt_at = now() - interval '1 hour' WHERE id <> $1`,
      [waits],
    );
    expect(await again({ status: 'pending', application_id: id, dry_run: true })).toMatchObject({ queued: 1 });
  });

  it('needs a state, an application that is there, and the permission to resend', async () => {
    expect((await root.post(ALL, {})).status).toBe(400);
    expect((await root.post(ALL, { status: 'failed', application_id: UNKNOWN })).status).toBe(404);
    expect((await (await app.make.admin(['auditor'])).post(ALL, { status: 'failed' })).status).toBe(403);
  });
});
