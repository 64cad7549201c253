import { beforeEach, describe, expect, it } from '@jest/globals';
import { mailsTo } from './support/account-mail.js';
import type { TestApplication } from './support/factories.js';
import { useTestApp } from './support/use-test-app.js';
import { whileHeld } from './support/while-held.js';
import type { Answer } from './support/start-test-app.js';

const WEBHOOK = 'https://93.184.216.34/hooks';
const PASSWORD = 'chosen by themselves';
const DAY_MS = 86_400_000;
let shop: TestApplication;

const app = await useTestApp();
const root = await app.make.superAdmin();

beforeEach(async () => {
  await app.database.query(`UPDATE users SET password_hash = 'none' WHERE password_hash IS NULL`);
  shop = await inviting();
});

const inviting = (events = ['account.invited']): Promise<TestApplication> =>
  app.make.application({ selfService: true, webhookUrl: WEBHOOK, webhookEvents: events });
const invite = (body: object = {}, { id } = shop): Promise<Answer> =>
  root.post(`/admin/api/applications/${id}/invitations/`, body);
const setPassword = (token: string, { apikey } = shop): Promise<Answer> =>
  app.send('POST', 'account/set-password/', { headers: { apikey }, payload: { token, password: PASSWORD } });

/** Somebody whom an import has made. */
async function imported(change = ''): Promise<{ uid: number; username: string; email: string }> {
  const user = await app.make.user();
  await app.database.query(`UPDATE users SET password_hash = NULL ${change} WHERE uid = $1`, [user.uid]);
  return user;
}

describe('members who have no password', () => {
  it('are counted, and invited by a token for the mailer of one application, which sets a password once', async () => {
    const [anna, ben] = [await imported(), await imported()];
    const other = await inviting();
    expect((await invite({ dry_run: true })).body.data).toEqual({ invited: 2, left: 0 });
    expect(await mailsTo(app, anna.email)).toEqual([]);

    expect((await invite()).body.data).toEqual({ invited: 2, left: 0 });
    const [mail, ...more] = await mailsTo(app, anna.email);
    expect([mail, more]).toMatchObject([{ type: 'account.invited', application_id: shop.id, email: anna.email }, []]);
    const days = (new Date(mail!.expires_at!).getTime() - Date.now()) / DAY_MS;
    expect(Math.round(days * 10) / 10).toBe(14);
    expect(await mailsTo(app, ben.email)).toHaveLength(1);

    expect((await setPassword(mail!.token!, other)).status).toBe(400);
    expect((await setPassword(mail!.token!)).status).toBe(200);
    expect((await setPassword(mail!.token!)).body.errors).toHaveProperty('token');
    const payload = { username: anna.username, password: PASSWORD };
    expect((await app.send('POST', 'token/', { headers: { apikey: shop.apikey }, payload })).status).toBe(200);
  });

  it('are left out while they have an invitation of the application, or once they have a password', async () => {
    const [anna, ben] = [await imported(), await imported()];
    await invite({ usernames: [anna.username.toUpperCase()] });
    expect(await mailsTo(app, ben.email)).toEqual([]);
    expect((await invite()).body.data).toEqual({ invited: 1, left: 0 });
    expect((await invite()).body.data).toEqual({ invited: 0, left: 0 });
    expect((await invite({}, await inviting(['*']))).body.data.invited).toBe(2);
    await app.database.query(`UPDATE password_resets SET expires_at = now() WHERE uid = $1`, [anna.uid]);
    expect((await invite()).body.data.invited).toBe(1);
  });

  it('are left out without an e-mail address, when they are inactive, and with another role', async () => {
    await imported(', email = NULL');
    await imported(`, status = 'inactive'`);
    await imported(`, roles = '{member,finance}'`);
    expect((await invite()).body.data).toEqual({ invited: 0, left: 0 });
  });

  it('are invited by the thousand, and the answer says how many are left', async () => {
    await app.database.query(
      `INSERT INTO users (username, email) SELECT 'many-' || i, 'many-' || i || '@example.com' FROM generate_series(1, 1002) i`,
    );
    expect((await invite({ dry_run: true })).body.data).toEqual({ invited: 1000, left: 2 });
    expect((await invite()).body.data).toEqual({ invited: 1000, left: 2 });
    expect((await invite()).body.data).toEqual({ invited: 2, left: 0 });
  });
});

describe('an invitation', () => {
  it('is audited, without a token', async () => {
    await imported();
    await invite();
    const { body } = await root.get(
      `/admin/api/audit/?entity_type=application&entity_id=${shop.id}&action=application.invite`,
    );
    expect(body.data.results).toMatchObject([{ after: { invited: 1 } }]);
  });

  it('is refused where nobody would send it, or could use it', async () => {
    await imported();
    const silent = await app.make.application({ selfService: true });
    const deaf = await inviting(['order.placed']);
    const closed = await app.make.application({ webhookUrl: WEBHOOK, webhookEvents: ['account.invited'] });
    const resting = await inviting();
    await root.patch(`/admin/api/applications/${resting.id}/`, { status: 'maintenance' });
    const disabled = await inviting();
    await app.database.query(`UPDATE applications SET webhook_disabled_at = now() WHERE id = $1`, [disabled.id]);
    for (const application of [silent, deaf, closed, resting, disabled])
      expect(await invite({}, application)).toMatchObject({ status: 409, body: { code: 'cannot_invite' } });
    expect((await invite({}, { ...shop, id: '8f14e45f-ceea-4e7a-9a53-2f3f6c1b8e47' })).status).toBe(404);
  });

  it('is void once an admin gives the member another e-mail address or a password, or makes them inactive', async () => {
    const changes = [{ email: 'right@example.com' }, { password: 'given by an admin' }, { status: 'inactive' }];
    for (const change of changes) {
      const { uid, email, username } = await imported();
      expect((await invite({ usernames: [username] })).body.data.invited).toBe(1);
      const [mail] = await mailsTo(app, email);
      expect((await root.patch(`/admin/api/users/${uid}/`, change)).status).toBe(200);
      await root.patch(`/admin/api/users/${uid}/`, { status: 'active' });
      expect((await setPassword(mail!.token!)).body.errors).toHaveProperty('token');
    }
  });

  it('stays good when an admin changes something else', async () => {
    const { uid, email, username } = await imported();
    await invite({ usernames: [username] });
    const [mail] = await mailsTo(app, email);
    await root.patch(`/admin/api/users/${uid}/`, { last_name: 'Other', email });
    expect((await setPassword(mail!.token!)).status).toBe(200);
  });

  it('waits for no log-in at the application, and none waits for it', async () => {
    await imported();
    const asLogIn = `SELECT FROM applications WHERE id = '${shop.id}' FOR KEY SHARE`;
    const { body } = await whileHeld(app.database, asLogIn, () => invite());
    expect(body.data.invited).toBe(1);
  });

  it('is for a thousand at most, by their names', async () => {
    const usernames = Array.from({ length: 1001 }, (_, i) => `u-${i}`);
    for (const wrong of [usernames, [1], ['x'.repeat(65)], 'anna'])
      expect((await invite({ usernames: wrong })).body.errors).toHaveProperty('usernames');
  });
});
