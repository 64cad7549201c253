import { Injectable, Module } from '@nestjs/common';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { BestEffortListener, DurableListener, SentTokens, type EventOf } from '#common/events/index.js';
import { mailsTo, settledMail } from './support/account-mail.js';
import type { TestUser } from './support/factories.js';
import { startTestApp, type Answer } from './support/start-test-app.js';
import { until } from './support/until.js';
import { useReceiver, useTestApp } from './support/use-test-app.js';
import { DELIVERING, WebhookShop } from './support/webhook-shop.js';
import { whileHeld } from './support/while-held.js';

/** What the mailers were told, by the member's e-mail address. */
const heard: { email: string; token: string }[] = [];

/** A mailer that is no webhook. */
@Injectable()
class Mailer {
  @BestEffortListener('account.invited')
  once({ data }: EventOf<'account.invited'>): void {
    heard.push(data);
  }

  @DurableListener('test.mailer', 'account.invited')
  async surely({ data }: EventOf<'account.invited'>): Promise<void> {
    heard.push(data);
  }
}

@Module({ providers: [Mailer] })
class MailerModule {}

const receiver = await useReceiver();
const app = await useTestApp({ config: { ...DELIVERING, jobConcurrency: 2 }, extensions: [MailerModule] });
const root = await app.make.superAdmin();
let shop: WebhookShop;

beforeEach(async () => {
  shop = await WebhookShop.open(app, receiver, ['account.invited'], { selfService: true });
});

async function invite(): Promise<TestUser> {
  const { uid, username, email } = await app.make.user();
  await app.database.query('UPDATE users SET password_hash = NULL WHERE uid = $1', [uid]);
  const { body } = await root.post(`/admin/api/applications/${shop.id}/invitations/`, { usernames: [username] });
  expect(body.data.invited).toBe(1);
  return { uid, username, email };
}

async function received(count = 1): Promise<string[]> {
  return (await shop.hears(count)).map(({ body }) => body.data.token as string);
}

/** Waits until both mailers were told of a member; the tokens. */
async function told({ email }: TestUser): Promise<string[]> {
  const tokens = (): string[] => heard.filter((one) => one.email === email).map(({ token }) => token);
  await until(() => tokens().length === 2);
  return tokens();
}

const setPassword = (token: string): Promise<Answer> =>
  app.send('POST', 'account/set-password/', {
    headers: { apikey: shop.application.apikey },
    payload: { token, password: 'chosen by themselves' },
  });

/** All that the database holds, as text; bytes in hexadecimal. */
async function dump(): Promise<string> {
  const tables = await app.database.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname NOT LIKE 'pg\\_%'`,
  );
  const rows: object[] = [];
  for (const { name } of tables) rows.push(...(await app.database.query(`SELECT t::text FROM ${name} t`)));
  return JSON.stringify(rows);
}

describe('the token of an event', () => {
  it('is delivered and can be used, and is nowhere in the database', async () => {
    receiver.answer = (response, { text }) => void response.writeHead(200).end(`${text} got ${text}`);
    await invite();
    const [token] = await received();
    await shop.settles('delivered');
    const held = await dump();
    expect(held).toContain('unsent-token:');
    for (const form of [token!, Buffer.from(token!, 'base64url').toString('hex')])
      for (let at = 0; at + 12 <= form.length; at += 1) expect(held).not.toContain(form.slice(at, at + 12));
    expect((await setPassword(token!)).status).toBe(200);
  });

  it('cannot be made of what the database holds', async () => {
    const { email } = await invite();
    const [token] = await received();
    const [row] = await app.database.query<{ unsent: string; hashes: string[] }>(
      `SELECT data ->> 'token' AS unsent, ARRAY(SELECT stands_for FROM sent_tokens UNION ALL SELECT token_hash FROM sent_tokens
          UNION ALL SELECT token_hash FROM password_resets)::text[] AS hashes FROM events WHERE data ->> 'email' = $1`,
      [email],
    );
    const bytes = row!.hashes.map((hash) => Buffer.from(hash.slice(2), 'hex').toString('base64url'));
    for (const held of [row!.unsent, row!.unsent.slice('unsent-token:'.length), ...bytes])
      expect((await setPassword(held)).body.errors).toHaveProperty('token');
    expect((await setPassword(token!)).status).toBe(200);
  });

  it('is the same when its delivery is repeated, another one from another instance, and each is good until one is used', async () => {
    receiver.answerWith(500);
    const { email } = await invite();
    await received();
    await shop.delivery(1);
    await shop.passTime();
    const [first, second] = await received(2);
    expect(second).toBe(first);
    const other = await startTestApp({ sharing: app, extensions: [MailerModule] });
    const [elsewhere] = await mailsTo(other, email);
    await other.stop();
    expect(elsewhere!.token).not.toBe(first);
    expect((await setPassword(first!)).status).toBe(200);
    for (const token of [first!, elsewhere!.token!])
      expect((await setPassword(token)).body.errors).toHaveProperty('token');
    await shop.passTime();
  });

  it('is hidden in the log, also where the endpoint answers with it or a part of it', async () => {
    receiver.answer = (response, { body }) =>
      void response.writeHead(200).end(`got ${String(body.data.token)}, ${String(body.data.token).slice(0, 20)}`);
    const { email } = await invite();
    const [delivery] = await shop.settles('delivered');
    const { body } = await root.get(`/admin/api/applications/${shop.id}/deliveries/${delivery!.id}/`);
    expect(body.data.payload.data).toMatchObject({ email, token: '(hidden)' });
    expect(body.data.attempts[0].response).toBe('got (hidden), (hidden)');
  });

  it('is told to listeners in the service, and can be used', async () => {
    const [, second] = await told(await invite());
    expect((await setPassword(second!)).status).toBe(200);
  });

  it('stays as it was in events of before, and is forgotten with the events', async () => {
    const tokens = app.nest.get(SentTokens, { strict: false });
    const before = { type: 'account.invited', data: { token: 'q0c5mR0vX2yTn8sE1bKpWzJd5tYhUg3aFi7LoQeNxVc' } };
    expect(await tokens.filled(before)).toEqual(before);
    await told(await invite());
    await received();
    await app.database.query(`UPDATE sent_tokens SET sent_at = now() - interval '31 days'`);
    await tokens.deleteOld();
    expect(await app.database.query('SELECT FROM sent_tokens')).toEqual([]);
  });
});

describe('a token that members ask for', () => {
  const RESET = 'account.password_reset_requested';
  const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const post = (at: string, payload: object): Promise<Answer> =>
    app.send('POST', at, { payload, headers: { apikey: shop.application.apikey } });

  it('goes to no URL that nobody has approved, though the URL changes while it is made', async () => {
    shop = await WebhookShop.open(app, receiver, [RESET], { selfService: true });
    const { uid, email } = await app.make.user();
    const held = `SELECT FROM users WHERE uid = ${uid} FOR UPDATE`;
    const { changing } = await whileHeld(app.database, held, async (isWanted) => {
      expect((await post('account/password-reset/', { login: email })).status).toBe(200);
      await isWanted();
      const elsewhere = { self_service: false, webhook: { url: receiver.url('/elsewhere'), events: [RESET] } };
      let isChanged = false;
      const changed = root.patch(`/admin/api/applications/${shop.id}/`, elsewhere).finally(() => (isChanged = true));
      await until(async () => isChanged || (await app.database.query(WAITING)).length > 1);
      return { changing: changed };
    });
    expect((await changing).body.data).toMatchObject({ self_service: false });
    await settledMail(app);
    await shop.settles('delivered', 'cancelled');
    expect(receiver.at('/elsewhere')).toEqual([]);
  });

  it('is made for nobody once self-service is off, though an instance has not heard of that', async () => {
    const { email } = await app.make.user();
    const person = { username: 'late-comer', email: 'late-comer@example.com', password: 'chosen by themselves' };
    const form = { ...person, first_name: 'Maria', last_name: 'Schmidt', country_code: 'de' };
    expect((await post('account/password-reset/', { login: 'nobody@example.com' })).status).toBe(200);
    await app.database.query('UPDATE applications SET self_service = FALSE WHERE id = $1', [shop.id]);
    expect((await post('account/password-reset/', { login: email })).status).toBe(200);
    expect((await post('account/sign-up/', form)).status).toBe(200);
    await settledMail(app);
    for (const mailbox of [email, form.email]) expect(await mailsTo(app, mailbox)).toEqual([]);
    expect(await app.database.query('SELECT FROM pending_sign_ups WHERE email = $1', [form.email])).toEqual([]);
  });
});
