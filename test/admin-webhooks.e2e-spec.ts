import { describe, expect, it } from '@jest/globals';
import { Housekeeping } from '#common/jobs/index.js';
import { WebhookSecrets } from '#platform/webhooks/secrets/webhook-secrets.service.js';
import { auditOf, eventsOf, type AuditRow } from './support/catalogue.js';
import { PASSWORD } from './support/factories.js';
import { age, SESSION, typeOf } from './support/second-factor.js';
import { startTestApp, type Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';
import { WebhookRows } from './support/webhook-rows.js';

const UNKNOWN = '0d4a3c1e-6c2b-4d7e-9a53-2f3f6c1b8e47';
const HOUR_MS = 3_600_000;

const app = await useTestApp();
const root = await app.make.superAdmin();
const rows = new WebhookRows(app);

/** An application that listens to carts; returns its id. */
async function listener(): Promise<string> {
  const fields = { webhookUrl: 'http://127.0.0.1:9/hooks', webhookEvents: ['cart.updated'] };
  return (await app.make.application(fields)).id;
}

const path = (id: string, act = ''): string => `/admin/api/applications/${id}/webhook/${act}`;

async function secretOf(id: string): Promise<string> {
  return (await root.get(path(id))).body.data.secret as string;
}

/** What deliveries are signed with, through the service itself. */
const live = (id: string, at = app): Promise<string[]> => at.nest.get(WebhookSecrets, { strict: false }).live(id);

function expectMinutesFromNow(instant: string, minutes: number): void {
  expect(Math.abs(Date.parse(instant) - Date.now() - minutes * 60_000)).toBeLessThan(HOUR_MS / 60);
}

/** What the audit log says of an application, oldest first. */
async function auditedOf(id: string): Promise<AuditRow[]> {
  return (await auditOf(app, root.user.uid)).filter(({ entity_id }) => entity_id === id);
}

describe('reading a webhook', () => {
  it('gives its address, its events, its state and its secret', async () => {
    const id = await listener();
    const { data } = (await root.get(path(id))).body;
    expect(data).toEqual({
      url: 'http://127.0.0.1:9/hooks',
      events: ['cart.updated'],
      status: 'active',
      failing_since: null,
      disabled_at: null,
      disabled_reason: null,
      pending_deliveries: 0,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      secret_created_at: expect.any(String),
      previous_secrets: [],
    });
    expect(await live(id)).toEqual([data.secret]);
    expect(await secretOf(id)).toBe(data.secret);
  });

  it('is audited, without the secret', async () => {
    const id = await listener();
    const secret = await secretOf(id);
    expect(await auditedOf(id)).toMatchObject([{ action: 'webhook_secret.reveal', before: null, after: null }]);
    const entries = await app.database.query('SELECT * FROM audit_entries');
    expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('says since when it fails, and how many deliveries wait', async () => {
    const id = await listener();
    await app.database.query(
      `UPDATE applications SET status = 'inactive', webhook_failing_since = '2026-11-20T08:30:00Z' WHERE id = $1`,
      [id],
    );
    await rows.delivery(id, await rows.event());
    expect((await root.get(path(id))).body.data).toMatchObject({
      status: 'failing',
      failing_since: '2026-11-20T08:30:00.000Z',
      pending_deliveries: 1,
    });
  });

  it('makes one first secret, though two instances ask many times at once', async () => {
    const second = await startTestApp({ sharing: app });
    try {
      const id = await listener();
      const all = await Promise.all(Array.from({ length: 20 }, (_, n) => live(id, n % 2 === 0 ? app : second)));
      expect(new Set(all.flat()).size).toBe(1);
      expect(await app.database.query('SELECT 1 FROM webhook_secrets WHERE application_id = $1', [id])).toHaveLength(1);
    } finally {
      await second.stop();
    }
  });

  it('is 404 for an application that has none, and for one that does not exist', async () => {
    const { id } = await app.make.application();
    expect((await root.get(path(id))).body).toMatchObject({ status_code: 404, message: 'webhook not found' });
    for (const unknown of [UNKNOWN, 'nonsense']) {
      const { body } = await root.get(path(unknown));
      expect(body).toMatchObject({ status_code: 404, message: 'application not found' });
    }
    expect(await auditedOf(id)).toEqual([]);
  });
});

describe('a session that was not just confirmed', () => {
  it('neither shows a secret, nor rotates it, nor sends elsewhere', async () => {
    const id = await listener();
    const application = `/admin/api/applications/${id}/`;
    const change = (host: string): Promise<Answer> =>
      root.patch(application, { webhook: { url: `https://${host}/hooks`, events: [] } });
    expect((await change('93.184.216.34')).status).toBe(200);
    await age(app, root);
    for (const asked of [root.get(path(id)), root.post(path(id, 'rotate-secret/'), {}), change('93.184.216.35')])
      expect(typeOf(await asked)).toBe('401 Reauthentication Required');
    expect((await change('93.184.216.34')).status).toBe(200);
    await root.post(`${SESSION}confirm/`, { password: PASSWORD });
    expect((await change('93.184.216.35')).status).toBe(200);
    expect(await secretOf(id)).toMatch(/^whsec_/);
  });
});

describe('a new URL', () => {
  it('receives no secret that was meant for the former one', async () => {
    const id = await listener();
    const reset = { type: 'account.password_reset_requested', data: { application_id: id, token: 'a token' } };
    const of = async (event: string): Promise<string> => rows.delivery(id, event);
    const [secret, cart] = [await of(await rows.event({ ...reset, of: 'user' })), await of(await rows.event())];
    const status = async (delivery: string): Promise<unknown> =>
      (await root.get(`/admin/api/applications/${id}/deliveries/${delivery}/`)).body.data.status;
    const change = (webhook: object): Promise<Answer> => root.patch(`/admin/api/applications/${id}/`, { webhook });
    await app.database.query(`UPDATE applications SET webhook_url = 'https://93.184.216.34/' WHERE id = $1`, [id]);
    await change({ url: 'https://93.184.216.34/', events: [reset.type] });
    expect([await status(secret), await status(cart)]).toEqual(['pending', 'pending']);
    await change({ url: 'https://93.184.216.35/', events: [reset.type] });
    expect([await status(secret), await status(cart)]).toEqual(['cancelled', 'pending']);
  });
});

describe('rotating the secret', () => {
  const rotate = (id: string, payload: object = {}): Promise<Answer> => root.post(path(id, 'rotate-secret/'), payload);

  it('gives a new one, beside which the old one signs for a day', async () => {
    const id = await listener();
    const old = await secretOf(id);
    const { data } = (await rotate(id)).body;
    expect(data.secret).not.toBe(old);
    expect(data.previous_secrets).toHaveLength(1);
    expectMinutesFromNow(data.previous_secrets[0].expires_at, 24 * 60);
    expect(await live(id)).toEqual([data.secret, old]);
    expect((await root.get(path(id))).body.data).toEqual(data);
  });

  it('ends the old ones at once with an overlap of 0', async () => {
    const id = await listener();
    await secretOf(id);
    await rotate(id, { overlap_seconds: 600 });
    const { data } = (await rotate(id, { overlap_seconds: 0 })).body;
    expect(data.previous_secrets).toEqual([]);
    expect(await live(id)).toEqual([data.secret]);
  });

  it('within an overlap lets each earlier secret keep its end, unless the new overlap ends before it', async () => {
    const id = await listener();
    await secretOf(id);
    await rotate(id, { overlap_seconds: 600 });
    const longer = (await rotate(id, { overlap_seconds: 3600 })).body.data.previous_secrets as { expires_at: string }[];
    expectMinutesFromNow(longer[0]!.expires_at, 60);
    expectMinutesFromNow(longer[1]!.expires_at, 10);
    const shorter = (await rotate(id, { overlap_seconds: 300 })).body.data.previous_secrets as { expires_at: string }[];
    expect(shorter).toHaveLength(3);
    for (const { expires_at } of shorter) expectMinutesFromNow(expires_at, 5);
  });

  it('ends a secret when its overlap is over', async () => {
    const id = await listener();
    await secretOf(id);
    const { secret } = (await rotate(id)).body.data;
    await app.database.query(
      'UPDATE webhook_secrets SET expires_at = now() WHERE application_id = $1 AND expires_at IS NOT NULL',
      [id],
    );
    expect(await live(id)).toEqual([secret]);
    expect((await root.get(path(id))).body.data).toMatchObject({ secret, previous_secrets: [] });
  });

  it('leaves no secret in the database that signs no more', async () => {
    const [rotated, deleted] = [await listener(), await listener()];
    for (const id of [rotated, deleted]) await secretOf(id);
    const { secret } = (await rotate(rotated)).body.data;
    await app.database.query('UPDATE webhook_secrets SET expires_at = now() WHERE expires_at IS NOT NULL');
    await root.delete(`/admin/api/applications/${deleted}/`);
    await app.nest.get(Housekeeping, { strict: false }).round();
    const left = await app.database.query('SELECT secret FROM webhook_secrets WHERE application_id = ANY ($1)', [
      [rotated, deleted],
    ]);
    expect(left).toEqual([{ secret }]);
  });

  it('lets no more than 5 sign at once: it ends none unasked, but all of them with an overlap of 0', async () => {
    const id = await listener();
    await secretOf(id);
    for (let n = 0; n < 4; n += 1) expect((await rotate(id)).status).toBe(200);
    const before = await live(id);
    expect(before).toHaveLength(5);
    const refused = await rotate(id, { overlap_seconds: 60 });
    expect(refused.body).toMatchObject({ status_code: 409, type: 'Conflict' });
    expect(refused.body.message).toMatch(/^5 secrets are signing already; wait until \d{4}-.*Z, or rotate/);
    expect(await live(id)).toEqual(before);
    expect((await root.get(path(id))).body.data.previous_secrets).toHaveLength(4);
    expect((await rotate(id, { overlap_seconds: 0 })).status).toBe(200);
    expect(await live(id)).toHaveLength(1);
  });

  it('twice at the same time happens one after the other', async () => {
    const id = await listener();
    const first = await secretOf(id);
    const answers = await Promise.all([rotate(id), rotate(id)]);
    const secrets = answers.map(({ body }) => body.data.secret as string);
    expect((await live(id)).sort()).toEqual([...secrets, first].sort());
  });

  it('is audited and told to the application, without the secrets', async () => {
    const id = await listener();
    const old = await secretOf(id);
    const { secret } = (await rotate(id, { overlap_seconds: 60 })).body.data;
    expect((await auditedOf(id)).at(-1)).toMatchObject({
      action: 'webhook_secret.rotate',
      after: { overlap_seconds: 60 },
    });
    const told = (await eventsOf(app, 'application.updated')).filter((data) => data.application_id === id);
    expect(told).toEqual([{ application_id: id, action: 'webhook_secret.rotate' }]);
    const kept = JSON.stringify([
      await app.database.query('SELECT * FROM audit_entries'),
      await app.database.query('SELECT * FROM events'),
    ]);
    for (const text of [old, secret]) expect(kept).not.toContain(text);
  });

  it.each([-1, 30 * 86_400 + 1, 1.5, '60', null])('refuses an overlap of %j', async (overlap_seconds) => {
    const answer = await rotate(await listener(), { overlap_seconds });
    expect(answer.body).toMatchObject({ status_code: 400, type: 'Validation Error' });
    expect(Object.keys(answer.body.errors)).toEqual(['overlap_seconds']);
  });
});

describe('enabling', () => {
  it('clears the mark of a webhook that the service disabled', async () => {
    const id = await listener();
    await rows.disable(id, 'gone');
    expect((await root.get(path(id))).body.data).toMatchObject({
      status: 'disabled',
      disabled_reason: 'gone',
      disabled_at: expect.any(String),
    });
    const cleared = { status: 'active', failing_since: null, disabled_at: null, disabled_reason: null };
    const { data } = (await root.post(path(id, 'enable/'))).body;
    expect(data).toMatchObject(cleared);
    expect(data).not.toHaveProperty('secret');
    expect((await root.get(path(id))).body.data).toMatchObject(cleared);
  });

  it('is audited, and told to the application', async () => {
    const id = await listener();
    await rows.disable(id);
    await root.post(path(id, 'enable/'));
    expect(await auditedOf(id)).toMatchObject([
      { action: 'webhook.enable', before: { disabled_reason: 'failing' }, after: { disabled_reason: null } },
    ]);
    const told = (await eventsOf(app, 'application.updated')).filter((data) => data.application_id === id);
    expect(told).toEqual([{ application_id: id, action: 'webhook.enable' }]);
  });

  it('is 409 for a webhook that is not disabled', async () => {
    const { body } = await root.post(path(await listener(), 'enable/'));
    expect(body).toMatchObject({ status_code: 409, type: 'Conflict', message: 'the webhook is not disabled' });
  });
});

describe('rotating, enabling and testing', () => {
  const ACTS = ['rotate-secret/', 'enable/', 'test/'];

  it('are 409 for an application without a webhook', async () => {
    const { id } = await app.make.application();
    for (const act of ACTS) {
      const { body } = await root.post(path(id, act));
      expect(body).toMatchObject({ status_code: 409, message: 'the application has no webhook' });
    }
  });

  it('are 404 for an application that does not exist, or was deleted', async () => {
    const deleted = await listener();
    await root.delete(`/admin/api/applications/${deleted}/`);
    for (const id of [UNKNOWN, 'nonsense', deleted]) {
      for (const act of ACTS) {
        const { body } = await root.post(path(id, act));
        expect(body).toMatchObject({ status_code: 404, message: 'application not found' });
      }
    }
  });
});
