import { describe, expect, it } from '@jest/globals';
import { mailsTo, mailTo, settledMail } from './support/account-mail.js';
import { PASSWORD, type TestClient } from './support/factories.js';
import type { Answer } from './support/start-test-app.js';
import { useTestApp } from './support/use-test-app.js';

const app = await useTestApp({ config: { jobConcurrency: 2 } });
const shop = await app.make.application({ selfService: true });
const admin = await app.make.apiAdmin(shop);

async function auditOf(uid: number): Promise<unknown[]> {
  const rows = await app.database.query<{ action: string }>(
    'SELECT action FROM audit_entries WHERE target_uid = $1 ORDER BY id',
    [uid],
  );
  return rows.map(({ action }) => action);
}

describe('one’s own profile', () => {
  it('is read and changed, but for the username and the e-mail address', async () => {
    const client = await app.make.member(shop);
    const { uid, username, email } = client.user;
    const body = { first_name: 'Rosa', country_code: 'es', username: 'other', email: 'other@example.com' };
    expect((await client.patch('account/', body)).body.data).toMatchObject({ username, first_name: 'Rosa' });
    expect((await client.patch('account/', { last_name: ' ' })).body.errors).toHaveProperty('last_name');
    expect((await client.get('account/')).body.data).toEqual({
      uid,
      username,
      email,
      first_name: 'Rosa',
      last_name: '',
      country_code: 'ES',
      sponsor: null,
      created_at: expect.any(String),
    });
    expect((await client.patch('account/', { country_code: 'XX' })).body.errors).toHaveProperty('country_code');
  });

  it('is read and changed by an API admin, which is audited', async () => {
    const { user } = await app.make.member(shop);
    expect((await admin.get(`account/?uid=${user.uid}`)).body.data.username).toBe(user.username);
    expect((await admin.patch(`account/?uid=${user.uid}`, { last_name: 'Diaz' })).status).toBe(200);
    expect(await auditOf(user.uid)).toEqual(['user.read', 'user.update']);
  });
});

describe('one’s own e-mail address', () => {
  let count = 0;
  const fresh = (): string => `another-${(count += 1)}@example.com`;
  const ask = (client: TestClient, email: string, current_password = PASSWORD): Promise<Answer> =>
    client.post('account/email/', { email, current_password });
  const confirm = (token: string | undefined, { apikey } = shop): Promise<Answer> =>
    app.send('POST', 'account/confirm-email/', { payload: { token }, headers: { apikey } });

  it('changes once the new one is confirmed, of which the former one hears', async () => {
    const client = await app.make.member(shop);
    const [former, email] = [client.user.email, fresh()];
    expect((await ask(client, email)).body.data).toEqual({ status: 'confirmation_sent' });
    const { token, ...mail } = await mailTo(app, email);
    expect(mail).toMatchObject({ type: 'account.email_change_requested', application_id: shop.id });
    expect((await client.get('account/')).body.data.email).toBe(former);
    expect((await confirm(token)).status).toBe(200);
    expect((await confirm(token)).body.errors).toHaveProperty('token');
    expect((await client.get('account/')).body.data.email).toBe(email);
    expect(await mailsTo(app, former)).toMatchObject([{ type: 'account.email_changed', application_id: shop.id }]);
  });

  it('is confirmed only at the application where it was asked for', async () => {
    const [client, other] = [await app.make.member(shop), await app.make.application({ selfService: true })];
    const email = fresh();
    await ask(client, email);
    const { token } = await mailTo(app, email);
    expect((await confirm(token, other)).body.errors).toHaveProperty('token');
    expect((await confirm(token)).status).toBe(200);
  });

  it.each(['finance', 'api_admin'])('does not change once the user has the role %s', async (role) => {
    const client = await app.make.member(shop);
    const email = fresh();
    await ask(client, email);
    const { token } = await mailTo(app, email);
    await app.database.query('UPDATE users SET roles = $2 WHERE uid = $1', [client.user.uid, ['member', role]]);
    expect((await confirm(token)).status).toBe(400);
  });

  it('does not change without the password, nor after the password has changed', async () => {
    const client = await app.make.member(shop);
    const email = fresh();
    expect((await ask(client, email, 'a guess')).body.errors).toHaveProperty('current_password');
    await ask(client, email);
    const { token } = await mailTo(app, email);
    await client.post('account/password/', { current_password: PASSWORD, password: 'chosen by the owner' });
    expect((await confirm(token)).status).toBe(400);
  });

  it('does not change once an admin has set another one', async () => {
    const client = await app.make.member(shop);
    const email = fresh();
    await ask(client, email);
    const { token } = await mailTo(app, email);
    const root = await app.make.superAdmin();
    expect((await root.patch(`/admin/api/users/${client.user.uid}/`, { email: fresh() })).status).toBe(200);
    expect((await confirm(token)).body.errors).toHaveProperty('token');
  });

  it('voids what was sent to the former one, which sets a password', async () => {
    const client = await app.make.member(shop);
    const headers = { apikey: shop.apikey };
    await app.send('POST', 'account/password-reset/', { payload: { login: client.user.username }, headers });
    const reset = (await mailTo(app, client.user.email)).token;
    const email = fresh();
    await ask(client, email);
    await confirm((await mailTo(app, email)).token);
    const payload = { token: reset, password: 'chosen by a thief' };
    expect((await app.send('POST', 'account/set-password/', { payload, headers })).status).toBe(400);
  });

  it('that is taken has the same answer, and its owner hears of it', async () => {
    const [client, owner] = [await app.make.member(shop), await app.make.user()];
    const [free, taken] = [await ask(client, fresh()), await ask(client, owner.email)];
    expect(taken.body).toEqual(free.body);
    await settledMail(app);
    expect(await mailsTo(app, owner.email)).toMatchObject([{ type: 'account.already_exists' }]);
    const late = fresh();
    await ask(client, late);
    const { token } = await mailTo(app, late);
    await app.database.query('UPDATE users SET email = $2 WHERE uid = $1', [owner.uid, late]);
    expect((await confirm(token)).body.errors).toHaveProperty('email');
  });

  it('is nothing for API admins, and not for users of the admin module', async () => {
    const { user } = await app.make.member(shop);
    const body = { email: fresh(), current_password: PASSWORD };
    expect((await admin.post(`account/email/?uid=${user.uid}`, body)).status).toBe(403);
    expect((await ask(admin, fresh())).status).toBe(403);
    const clerk = await app.make.client(['member', 'support'], shop);
    await app.database.query(`UPDATE users SET roles = '{member,support}' WHERE uid = $1`, [clerk.user.uid]);
    expect((await ask(clerk, fresh())).status).toBe(403);
  });
});

describe('one’s own addresses', () => {
  const HOME = {
    label: 'Home',
    recipient: 'Maria Schmidt',
    line1: 'Lindenallee 12',
    postal_code: '10115',
    city: 'Berlin',
    state: 'de-be',
    country_code: 'de',
  };

  it('are added, changed, listed in their order, and deleted', async () => {
    const client = await app.make.member(shop);
    const { data } = (await client.post('account/addresses/', { ...HOME, is_default_shipping: true })).body;
    expect(data).toMatchObject({ state: 'DE-BE', country_code: 'DE', line2: '', is_default_billing: false });
    await client.post('account/addresses/', { ...HOME, label: 'Work' });
    const at = `account/addresses/${data.id}/`;
    expect((await client.patch(at, { city: 'Potsdam', state: 'DE-BB' })).body.data).toMatchObject({
      city: 'Potsdam',
      state: 'DE-BB',
      recipient: 'Maria Schmidt',
      is_default_shipping: true,
    });
    const labels = async () =>
      (await client.get('account/addresses/')).body.data.map(({ label }: { label: string }) => label);
    expect(await labels()).toEqual(['Home', 'Work']);
    expect((await client.delete(at)).status).toBe(200);
    expect((await client.delete(at)).status).toBe(404);
    expect(await labels()).toEqual(['Work']);
  });

  it('have one default of each kind', async () => {
    const client = await app.make.member(shop);
    const both = { is_default_shipping: true, is_default_billing: true };
    const first = (await client.post('account/addresses/', { ...HOME, ...both })).body.data.id;
    const second = (await client.post('account/addresses/', { ...HOME, is_default_billing: true })).body.data.id;
    const defaults = async () =>
      (await client.get('account/addresses/')).body.data.map((one: Record<string, unknown>) => [
        one.is_default_shipping,
        one.is_default_billing,
      ]);
    expect(await defaults()).toEqual([
      [true, false],
      [false, true],
    ]);
    await client.patch(`account/addresses/${second}/`, { is_default_shipping: true, is_default_billing: false });
    expect(await defaults()).toEqual([
      [false, false],
      [true, false],
    ]);
    expect(first).toBeLessThan(second);
  });

  it('have a state of their country, which goes with it', async () => {
    const client = await app.make.member(shop);
    for (const more of [{ state: 'US-CA' }, { state: 'Berlin' }, { country_code: 'XX' }])
      expect((await client.post('account/addresses/', { ...HOME, ...more })).status).toBe(400);
    const { id } = (await client.post('account/addresses/', HOME)).body.data;
    const at = `account/addresses/${id}/`;
    expect((await client.patch(at, { country_code: 'FR' })).body.data).toMatchObject({ state: null });
    expect((await client.patch(at, { state: 'DE-BE' })).body.errors).toHaveProperty('state');
  });

  it('are twenty at most, though they are added at once', async () => {
    const client = await app.make.member(shop);
    const answers = await Promise.all(Array.from({ length: 22 }, () => client.post('account/addresses/', HOME)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(20).fill(200), 409, 409]);
  });

  it('are not those of others, unless an API admin acts for them, which is audited', async () => {
    const [client, other] = [await app.make.member(shop), await app.make.member(shop)];
    const { id } = (await client.post('account/addresses/', HOME)).body.data;
    expect((await other.patch(`account/addresses/${id}/`, { city: 'Bonn' })).status).toBe(404);
    expect((await other.delete(`account/addresses/${id}/`)).status).toBe(404);
    const as = `?uid=${client.user.uid}`;
    expect((await admin.get(`account/addresses/${as}`)).body.data).toHaveLength(1);
    expect((await admin.patch(`account/addresses/${id}/${as}`, { city: 'Bonn' })).status).toBe(200);
    expect((await admin.delete(`account/addresses/${id}/${as}`)).status).toBe(200);
    expect(await auditOf(client.user.uid)).toEqual(['address.read', 'address.change', 'address.delete']);
  });
});
